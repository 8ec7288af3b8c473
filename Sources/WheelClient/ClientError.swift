import LinuxSystem
import WheelProtocol

/// Why the daemon cannot be asked, or did not do what it was asked for.
public enum ClientError: Error, Equatable, Sendable {
    /// Nobody answers at this socket.
    case noDaemon(socket: String, SystemError)
    /// The daemon has closed the connection, or ended.
    case ended(socket: String)
    /// The daemon said no.
    case refused(RequestError)
    /// What it said cannot be understood.
    case malformed(String)
    /// It did not answer in time.
    case timedOut(socket: String)
    /// The client was closed before the answer came.
    case closed
    /// The task that waited for the answer was cancelled; what it asked for may have been done.
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
        case .cancelled: "the answer is not waited for any more"
        }
    }
}
