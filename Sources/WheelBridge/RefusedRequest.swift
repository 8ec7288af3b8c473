import WheelWire

/// A request that the daemon has refused, for the log.
package struct RefusedRequest: Equatable {
    package let reason: RequestError
    /// The control or the input that the request was about; `nil` if it was about several, or about none.
    package let subject: String?

    /// `nil` if the request was not refused.
    package init?(_ reply: Reply, about subject: String? = nil) {
        guard let reason = reply.refusal else { return nil }
        self.reason = reason
        self.subject = subject
    }
}

extension Complaints<String> {
    /// Logs each reason once for each control and each input.
    package mutating func add(_ request: RefusedRequest) {
        let kind = "refused \(request.reason.name) \(request.subject ?? "")"
        add(kind, "the daemon refuses a request: \(request.reason.message)")
    }
}

extension Mirror {
    /// The refusal that should be logged after a reply to a `set`. `routes` are the routes of the request.
    package func refused(_ reply: Reply, _ routes: [Int]) -> RefusedRequest? {
        // A request without a route belongs to an earlier configuration. A refusal because a hand holds the control is usual.
        guard let first = routes.first, reply.refusal?.code != .editing else { return nil }
        return RefusedRequest(reply, about: routes.count == 1 ? control(of: first) : nil)
    }
}
