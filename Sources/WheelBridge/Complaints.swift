import LinuxSystem
import WheelWire

/// Complaints for the log. Each kind is logged once until its cause is over, so that a peer that floods does not flood
/// the log.
package struct Complaints {
    private var known: Set<String> = []
    private var kept: [String] = []

    package init() {}

    private mutating func isFirst(_ kind: String) -> Bool { known.insert(kind).inserted }

    /// Logs the text and returns `true` if this is the first complaint of its kind; otherwise returns `false`.
    @discardableResult
    package mutating func add(_ kind: String, _ text: @autoclosure () -> String) -> Bool {
        guard isFirst(kind) else { return false }
        Log.warning(text())
        return true
    }

    /// Keeps the text for `consume`: a core does not log by itself.
    package mutating func keep(_ kind: String, _ text: String) {
        if isFirst(kind) { kept.append(text) }
    }

    package mutating func consume() -> [String] {
        defer { kept = [] }
        return kept
    }

    /// Called when the cause is over: the next complaint of this kind is logged again.
    package mutating func reset(_ kind: String) { known.remove(kind) }
}

/// A request that the daemon has refused, for the log.
package struct RefusedRequest: Equatable {
    package let reason: RequestError
    /// The control or the input of the request; `nil` if the request has several of them, or none.
    package let subject: String?

    /// The refusal in a reply; `nil` if the request was not refused.
    package init?(_ reply: Reply, about subject: String? = nil) {
        guard let reason = reply.refusal else { return nil }
        self.reason = reason
        self.subject = subject
    }
}

extension Complaints {
    /// Logs each reason once for each control and each input.
    package mutating func add(_ request: RefusedRequest) {
        let kind = "refused \(request.reason.name) \(request.subject ?? "")"
        add(kind, "the daemon refuses a request: \(request.reason.message)")
    }
}

/// The reasons why peers are not connected. A reason is logged when it is new, not after each attempt.
package struct Absence {
    private var reasons: [String: String] = [:]

    package init() {}

    /// Whether this reason differs from the reason of the previous attempt. `place` identifies one of several peers.
    package mutating func isNew(_ reason: String, at place: String = "") -> Bool {
        reasons.updateValue(reason, forKey: place) != reason
    }

    package mutating func end() { reasons = [:] }
}
