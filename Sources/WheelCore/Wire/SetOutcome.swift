/// Why a control's value differs from the requested one: the requested value was outside the range, or not on the grid.
public struct SetOutcome: Equatable, Sendable {
    public var clamped = false
    public var snapped = false

    public init(clamped: Bool = false, snapped: Bool = false) {
        self.clamped = clamped
        self.snapped = snapped
    }
}
