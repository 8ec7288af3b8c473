import LinuxSystem
import WheelClient
import WheelCore
import WheelModel
import WheelWire

enum Exit: Int32 {
    case done = 0
    /// The daemon refused the request, or the command failed for another reason.
    case refused = 1
    case wrongUsage = 2
    case noDaemon = 3
}

/// The reason why a command failed, printed as "what: why (advice)".
struct Failure: Error {
    var exit: Exit
    var what: String
    var why: String
    var advice: String?
    /// The daemon's error, if it refused the request.
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
    /// The failure for a wrong command line. `command` is `nil` if no command was given.
    static func usage(_ command: String?, _ why: String) -> Failure {
        Failure(
            .wrongUsage, command ?? "usage", why,
            advice: "see wheelctl \(command.map { "\($0) " } ?? "")--help")
    }

    /// Suggests a similar name, as in "; did you mean 'get'?". The text is empty if no name is similar.
    static func didYouMean(_ word: String, _ names: [String]) -> String {
        NearestName.of(word, in: names).map { "; did you mean '\($0)'?" } ?? ""
    }

    static func cannotRead(_ path: String, _ error: Errno) -> Failure {
        Failure(.refused, path, "cannot be read: \(error)")
    }

    static func cannotWrite(_ path: String, _ error: Errno) -> Failure {
        Failure(.refused, path, "cannot be written: \(error)")
    }

    init(_ what: String, _ error: ClientError) {
        switch error {
        case .noDaemon(let socket, let error):
            let advice =
                switch error.errno {
                case .noSuchFile, .connectionRefused: "start wheeld, or name its socket with --socket"
                case .accessDenied: "the socket's group may connect: see [socket] group in the configuration"
                default: "see wheelctl --help for where the socket is looked for"
                }
            self.init(.noDaemon, socket, "no daemon answers: \(error.errno)", advice: advice)
        case .ended(let socket):
            self.init(.noDaemon, socket, "the daemon has closed the connection", advice: "it may be restarting")
        case .timedOut(let socket):
            self.init(.noDaemon, socket, "the daemon does not answer", advice: "its log says what it is doing")
        case .refused(let refusal):
            self.init(.refused, what, refusal.message)
            self.refusal = refusal
        case .malformed(let reason):
            self.init(.refused, what, "the daemon sent a line that cannot be understood: \(reason)")
        case .closed, .cancelled: self.init(.refused, what, "the connection is closed")
        }
    }

    init(_ what: String, _ error: LearningError) {
        switch error {
        case .system(let error): self.init(.refused, what, "cannot wait for devices: \(error)")
        case .daemon(let error): self.init(what, error)
        case .failed(let why, let advice): self.init(.refused, what, why, advice: advice)
        }
    }

    static func attempt<Result>(
        _ what: String, _ body: () throws(LearningError) -> Result
    ) throws(Failure) -> Result {
        do throws(LearningError) {
            return try body()
        } catch {
            throw Failure(what, error)
        }
    }
}
