/// The file in which the daemon keeps values between runs.
public struct StateSettings: Equatable, Sendable {
    /// `nil` means the default path, which depends on how the daemon runs.
    public var path: String?
    /// Whether the saved values are restored at start.
    public var restores: Bool

    public init(path: String? = nil, restores: Bool = true) {
        self.path = path
        self.restores = restores
    }
}
