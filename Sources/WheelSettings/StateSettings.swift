/// Where values outlive the daemon.
public struct StateSettings: Equatable, Sendable {
    /// `nil` is the usual place.
    public var path: String?
    /// Whether values come back at start.
    public var restores: Bool

    public init(path: String? = nil, restores: Bool = true) {
        self.path = path
        self.restores = restores
    }
}
