import LinuxSystem
import WheelClient
import WheelModel
import WheelProtocol

/// Whether a daemon answers at the socket, and what this user may do there.
struct SocketCheck {
    /// What became of an attempt to connect.
    enum Outcome: Equatable {
        case answers(version: String, mayWrite: Bool)
        /// There is no such file; whether its folder is there.
        case missing(isFolderThere: Bool)
        case nobodyListens
        /// Whose it is: the socket's group and mode, where they could be seen.
        case denied(group: String?, permissions: UInt32?)
        case other(String)
    }

    static let subject = "socket"

    var path: String
    var isServiceInstalled: Bool
    var asker: String
    /// Of wheelctl.
    var version: String

    func finding(_ outcome: Outcome) -> Finding {
        switch outcome {
        case .answers(let theirs, let mayWrite):
            if theirs != version {
                return .note(
                    Self.subject, "\(path): wheeld \(theirs) answers, and this is wheelctl \(version)",
                    "restart the older of both after an upgrade")
            }
            guard mayWrite else {
                return .note(
                    Self.subject, "\(path): wheeld \(theirs) answers; \(asker) may read, but not change anything",
                    "sudo usermod -aG input \(asker), then log in again; or name \(asker) in [socket] write")
            }
            return .ok(Self.subject, "\(path): wheeld \(theirs) answers, and \(asker) may change everything")
        case .missing(let isFolderThere):
            let folder = FilePath.folder(of: path)
            return .wrong(
                Self.subject, isFolderThere ? "\(path) is not there" : "\(path): the folder \(folder) is not there",
                start)
        case .nobodyListens:
            return .wrong(Self.subject, "\(path) is there, but nobody listens: the daemon has ended", start)
        case .denied(let group?, let permissions?) where group != "root" && permissions & 0o060 == 0o060:
            return .wrong(
                Self.subject, "\(path): \(asker) may not connect, which the group \(group) may",
                "sudo usermod -aG \(group) \(asker)", "log out and in again, or restart the machine")
        case .denied:
            return .wrong(
                Self.subject, "\(path): \(asker) may not connect", "ask as the user who runs wheeld",
                "or say who may with [socket] mode and group")
        case .other(let text):
            return .wrong(Self.subject, "\(path): \(text)", "journalctl -u wheeld -n 20     its last words")
        }
    }

    private var start: String {
        isServiceInstalled
            ? "sudo systemctl enable --now wheeld.socket wheeld" : "start wheeld, or name its socket with --socket"
    }
}

extension SocketCheck.Outcome {
    /// How a try to connect failed.
    init(_ error: ClientError, socket path: String) {
        switch error {
        case .noDaemon(_, let error):
            switch error.errno {
            case .noSuchFile:
                self = .missing(isFolderThere: (try? FileStatus(path: FilePath.folder(of: path))) != nil)
            case .connectionRefused: self = .nobodyListens
            case .accessDenied:
                let status = try? FileStatus(path: path)
                self = .denied(
                    group: status.flatMap { (try? UserDatabase.groupName($0.group)) ?? nil },
                    permissions: status?.permissions)
            default: self = .other("\(error)")
            }
        case .ended, .refused, .malformed, .timedOut, .closed, .cancelled: self = .other("\(error)")
        }
    }
}

extension Connection {
    /// Whether this user may change anything: asks for what can only be refused, for this reason or for another.
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
