import WheelCore

/// A finger's grip on a digit. The value is always computed from the start of the grip, so that the errors of snapping
/// to the control's grid do not accumulate.
package struct DigitGrip: Sendable {
    fileprivate var start: UnwrappedNumber
    fileprivate var steps: Int64 = 0
    /// The values that the drag passes: the value at the start, plus multiples of the digit's amount, or of the grid's
    /// step if the step is larger.
    fileprivate let course: Grid
    /// A grid through the start; `nil` if set values snap to the control's own grid, or if the control has no grid.
    fileprivate let grid: Grid?
    /// The revision after the last move of this grip. If the control's revision is different, another mover has moved
    /// the control.
    fileprivate var revision: UInt64
}

extension ScaledValue {
    /// Moves the value by `steps` of `amount`, with carry. Each step moves the value at least by a step of the grid.
    /// Returns whether the value has changed.
    mutating func move(_ grip: inout DigitGrip?, by steps: Int64, of amount: Double) -> Bool {
        guard amount > 0, amount.isFinite else { return false }
        var next = grip.flatMap { $0.revision == revision ? $0 : nil } ?? digitGrip(amount)
        next.steps += steps
        let wanted = next.course.point(next.steps)
        let isInside = scale.wraps || scale.lower...scale.upper ~= wanted
        let moved = put(
            UnwrappedNumber(number: next.grid?.nearest(to: wanted) ?? wanted, turns: next.start.turns))
        next.revision = revision
        // At an end of the range the grip begins again, so that moving back has an effect at once.
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
