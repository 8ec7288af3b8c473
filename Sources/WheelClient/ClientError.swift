import LinuxSystem
import WheelWire

/// The reason why a connection failed, or why a request was refused or got no answer.
public enum ClientError: Error, Equatable, Sendable {
    case noDaemon(socket: String, SystemError)
    /// The daemon closed the connection or ended.
    case ended(socket: String)
    case refused(RequestError)
    /// A line from the daemon cannot be read.
    case malformed(String)
    /// The daemon did not answer in time.
    case timedOut(socket: String)
    /// The client was closed before the answer.
    case closed
    /// The task that waited for the answer was cancelled. The daemon may have performed the request.
    case cancelled
}

extension ClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noDaemon(let socket, let error): "\(socket): no daemon answers (\(error.errno))"
        case .ended(let socket): "\(socket): the daemon has closed the connection"
        case .refused(let error): error.message
        case .malformed(let reason): "the daemon's line cannot be understood: \(reason)"
        case .timedOut(let socket): "\(socket): the daemon does not answer"
        case .closed: "the client is closed"
        case .cancelled: "the task was cancelled before the answer arrived"
        }
    }
}
