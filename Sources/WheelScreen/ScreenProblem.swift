public import LinuxSystem

/// Why there is no picture.
public enum ScreenProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no such device, or nothing is plugged into it: the kernel tells when that changes.
    case absent(String)
    /// A call failed, which may be better the next time.
    case failed(SystemError)
    /// Somebody else has the screen.
    case taken(String)
    /// It can never show a picture.
    case unusable(String)

    public var description: String {
        switch self {
        case .absent(let reason), .taken(let reason), .unusable(let reason): reason
        case .failed(let error): error.description
        }
    }
}
