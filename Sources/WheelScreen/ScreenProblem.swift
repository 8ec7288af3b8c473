public import LinuxSystem

/// A reason why a display has no picture.
public enum ScreenProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The device does not exist, or no screen is connected. The kernel announces a change.
    case absent(String)
    /// A call failed but may succeed later.
    case failed(SystemError)
    /// Another program or display uses the screen.
    case taken(String)
    /// The device can never show a picture.
    case unusable(String)

    /// Whether the kernel announces the end of the problem. After the announcement opening may still fail for a moment,
    /// and is tried again.
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
