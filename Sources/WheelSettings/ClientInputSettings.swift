/// An input whose events a client sends.
public struct ClientInputSettings: Equatable, Sendable {
    public var isReversed: Bool
    /// The display that its contacts are on, by index. `nil` means the first.
    public var display: Int?

    public init(isReversed: Bool = false, display: Int? = nil) {
        self.isReversed = isReversed
        self.display = display
    }
}
