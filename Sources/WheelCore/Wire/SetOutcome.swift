/// The result of a set: the control's value may differ from the requested one.
public struct SetOutcome: Equatable, Sendable {
    /// The value was outside the range.
    public var clamped = false
    /// The value was not on the grid.
    public var snapped = false

    public init(clamped: Bool = false, snapped: Bool = false) {
        self.clamped = clamped
        self.snapped = snapped
    }
}
