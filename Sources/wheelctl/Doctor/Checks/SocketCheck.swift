import LinuxSystem
import WheelClient
import WheelWire

/// Whether a daemon answers at the socket, and the rights of the calling user there.
struct SocketCheck {
    enum Outcome: Equatable {
        case answers(version: String, mayWrite: Bool)
        case missing(folderExists: Bool)
        case noListener
        /// The socket's group and mode are included if they can be read.
        case denied(group: String?, permissions: UInt32?)
        case other(String)
    }

    var path: String
    /// The command that starts the service; `nil` if there is none.
    var startsService: String?
    var user: String
    /// The version of wheelctl.
    var version: String

    func finding(_ outcome: Outcome) -> Finding {
        let subject = "socket"
        switch outcome {
        case .answers(let daemonVersion, let mayWrite):
            if daemonVersion != version {
                return .note(
                    subject, "\(path): wheeld \(daemonVersion) answers, and this is wheelctl \(version)",
                    "after an upgrade, restart wheeld")
            }
            guard mayWrite else {
                return .note(
                    subject, "\(path): wheeld \(version) answers; \(user) may read, but not change anything",
                    "sudo usermod -aG input \(user), then log in again; or name \(user) in [socket] write")
            }
            return .ok(subject, "\(path): wheeld \(version) answers, and \(user) may change everything")
        case .missing(folderExists: true): return .wrong(subject, "\(path) does not exist", start)
        case .missing(folderExists: false):
            return .wrong(subject, "\(path): the folder \(FilePath.folder(of: path)) does not exist", start)
        case .noListener:
            return .wrong(subject, "\(path) exists, but no program listens on it: the daemon has ended", start)
        case .denied(let group?, let permissions?) where group != "root" && permissions & 0o060 == 0o060:
            return .wrong(
                subject, "\(path): \(user) may not connect; the group \(group) may",
                "sudo usermod -aG \(group) \(user)", "log out and in again, or restart the machine")
        case .denied:
            return .wrong(
                subject, "\(path): \(user) may not connect", "run wheelctl as the user that runs wheeld",
                "or set who may connect with [socket] mode and group")
        case .other(let text): return .wrong(subject, "\(path): \(text)", ServiceCheck.showLog)
        }
    }

    private var start: String { startsService ?? "start wheeld, or name its socket with --socket" }
}

extension SocketCheck.Outcome {
    init(_ error: ClientError, socket path: String) {
        guard case .noDaemon(_, let failure) = error else {
            self = .other("\(error)")
            return
        }
        switch failure.errno {
        case .noSuchFile: self = .missing(folderExists: (try? FileStatus(path: FilePath.folder(of: path))) != nil)
        case .connectionRefused: self = .noListener
        case .accessDenied:
            let status = try? FileStatus(path: path)
            self = .denied(
                group: status.flatMap { (try? UserDatabase.groupName($0.group)) ?? nil },
                permissions: status?.permissions)
        default: self = .other("\(error)")
        }
    }
}

extension Connection {
    /// Whether this user may change anything. Sends a request that is always refused: because the right is missing, or
    /// else because no control can have the name `-`.
    var mayWrite: Bool {
        do throws(ClientError) {
            _ = try perform(.reset(control: "-"))
            return true
        } catch {
            guard case .refused(let refusal) = error else { return false }
            return refusal.code != .forbidden
        }
    }
}
