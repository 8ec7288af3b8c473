public import LinuxSystem

/// A reason for having no picture.
public enum ScreenProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The device does not exist, or no screen is plugged in. The kernel announces a change.
    case absent(String)
    /// A call failed and may succeed later.
    case failed(SystemError)
    /// Another program has the screen.
    case taken(String)
    /// The device can never show a picture.
    case unusable(String)

    /// Whether the kernel announces the end of the problem. Opening may still fail for a moment after that, and is then
    /// retried.
    var isAnnounced: Bool {
        switch self {
        case .absent, .unusable: true
        case .failed, .taken: false
        }
    }

    public var description: String {
        switch self {
        case .absent(let reason), .taken(let reason), .unusable(let reason): reason
        case .failed(let error): error.description
        }
    }
}
