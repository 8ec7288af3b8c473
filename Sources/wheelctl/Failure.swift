import WheelClient
import WheelProtocol

/// Why a command was not done: prints as "what: why (what to do)".
struct Failure: Error {
    var exit: Exit
    var what: String
    var why: String
    var advice: String?
    /// The daemon's own words, where it has refused.
    var refusal: RequestError?

    init(_ exit: Exit, _ what: String, _ why: String, advice: String? = nil) {
        self.exit = exit
        self.what = what
        self.why = why
        self.advice = advice
    }

    var text: String { "\(what): \(why)" + (advice.map { " (\($0))" } ?? "") }
}

extension Failure {
    /// What the client library says of it.
    init(_ what: String, _ error: ClientError) {
        switch error {
        case .noDaemon(let socket, let error):
            let advice =
                switch error.errno {
                case .noSuchFile, .connectionRefused: "start wheeld, or name its socket with --socket"
                case .accessDenied: "the socket's group may connect: see [socket] group in the configuration"
                default: "see wheelctl --help for the places that are looked at"
                }
            self.init(.noDaemon, socket, "no daemon answers: \(error.errno)", advice: advice)
        case .ended(let socket):
            self.init(.noDaemon, socket, "the daemon has closed the connection", advice: "is it being restarted?")
        case .timedOut(let socket):
            self.init(.noDaemon, socket, "the daemon does not answer", advice: "its log says what it is doing")
        case .refused(let refusal):
            self.init(.refused, what, refusal.message)
            self.refusal = refusal
        case .malformed(let reason): self.init(.refused, what, "the daemon's line cannot be understood: \(reason)")
        case .closed, .cancelled: self.init(.refused, what, "the connection is closed")
        }
    }
}
