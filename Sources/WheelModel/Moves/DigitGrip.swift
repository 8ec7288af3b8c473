import WheelCore

/// A dragged digit. The value is always computed from the start of the grip, so that a digit goes by one at every step,
/// whatever grid the control snaps to.
package struct DigitGrip: Sendable {
    fileprivate var start: UnwrappedNumber
    fileprivate var steps: Int64 = 0
    /// The points start + k · amount; exact decimals if both are decimals.
    fileprivate let course: Grid
    /// A grid through the start, if the control has a step but does not snap to its own grid.
    fileprivate let grid: Grid?
    /// The control's revision after the last move of this grip. If it differs, something else has moved the control.
    fileprivate var revision: UInt64
}

extension ScaledValue {
    /// Moves the value by `steps` of `amount`, with carry, and at least by one step of the control's grid each. Returns true
    /// if the value has changed.
    mutating func move(_ grip: inout DigitGrip?, by steps: Int64, of amount: Double) -> Bool {
        guard amount > 0, amount.isFinite else { return false }
        var next = grip.flatMap { $0.revision == revision ? $0 : nil } ?? digitGrip(amount)
        next.steps += steps
        let wanted = next.course.point(next.steps)
        let isInside = scale.wraps || scale.lower...scale.upper ~= wanted
        let moved = put(
            UnwrappedNumber(number: next.grid?.nearest(to: wanted) ?? wanted, turns: next.start.turns))
        next.revision = revision
        // The drag goes on from an end that it has reached.
        grip = isInside ? next : nil
        return moved
    }

    private func digitGrip(_ amount: Double) -> DigitGrip {
        let step = scale.grid?.step ?? 0
        let freeGrid = scale.snaps || step == 0 ? nil : Grid(origin: number, step: step)
        return DigitGrip(
            start: unwrapped, course: Grid(origin: number, step: max(amount, step)), grid: freeGrid, revision: revision)
    }
}
