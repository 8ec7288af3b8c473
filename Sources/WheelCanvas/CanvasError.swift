public enum CanvasError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A font file that is missing or that FreeType cannot use.
    case font(path: String, reason: String)
    /// A picture that cannot be read or written.
    case picture(path: String, reason: String)

    public var description: String {
        switch self {
        case .font(let path, let reason): "font \(path): \(reason)"
        case .picture(let path, let reason): "picture \(path): \(reason)"
        }
    }
}
