import WheelCore

/// How an axis takes over a value that stands elsewhere: what it remembers of its last move.
///
/// Whether it has the value shows in the value itself, which then is the one of the axis's last position. So nothing has to
/// be forgotten when the focus, the lock or another hand changes something.
struct AxisApproach: Sendable {
    /// Where the axis stood after its last move that scaled, and the position in the range that it had moved the value to.
    private var last: (axis: Double, position: Double)?

    /// Half of the least noise of an axis: closer than this, axis and value have met.
    private static let meeting = 1.0 / 1024

    /// The value after a move of the axis; `nil` if the axis does not move it yet.
    mutating func value(
        of control: ScaledValue, from start: Double?, to end: Double, _ takeover: Takeover
    ) -> Double? {
        let goal = control.value(at: end)
        switch (takeover, start) {
        case (.jump, _): return goal
        case (_, nil): return nil
        case (.pickup, let start?):
            let ends = (control.value(at: start), goal)
            return min(ends.0, ends.1)...max(ends.0, ends.1) ~= control.number ? goal : nil
        case (.scale, let start?):
            let position = scaled(control, from: start, to: end)
            last = (end, position)
            // Where they meet, and where a value off its grid comes onto it, it does not go back against the hand.
            let value = control.value(at: position)
            return end > start ? max(value, control.number) : min(value, control.number)
        }
    }

    /// The rest of the axis's way to its end covers the rest of the value's way.
    private func scaled(_ control: ScaledValue, from start: Double, to end: Double) -> Double {
        guard control.value(at: start) != control.number else { return end }
        var position = control.axisPosition
        // The value may have been rounded to a step.
        if let last, last.axis == start, control.value(at: last.position) == control.number { position = last.position }
        let next =
            end > start
            ? position + (end - start) * (1 - position) / (1 - start) : position - (start - end) * position / start
        return (next - end).magnitude < AxisApproach.meeting ? end : min(max(next, 0), 1)
    }
}

extension ScaledValue {
    /// The value at a fraction of the range's way, 0…1 from end to end in the taper. Positions have equal parts of the way.
    func value(at fraction: Double) -> Double {
        if scale.isOfPositions { return min((fraction * (scale.upper + 1)).rounded(.down), scale.upper) }
        if fraction <= 0 { return scale.lower }
        if fraction >= 1 { return scale.upper }
        let value = scale.moved(scale.range.lower, byPosition: fraction)
        guard let grid = scale.grid else { return scale.inside(scale.tidied(value)) }
        return min(max(grid.nearest(to: value), scale.lower), scale.upper)
    }

    /// The fraction of the way at which it stands.
    fileprivate var axisPosition: Double {
        let fraction = scale.isOfPositions ? (number + 0.5) / (scale.upper + 1) : scale.position(of: number)
        return min(max(fraction, 0), 1)
    }
}

/// Knobs that report where they stand, as a potentiometer or a fader does. Their way spans the range of the control.
extension Instrument {
    /// An input's axis has moved, in fractions of its way, 0…1. `start` is `nil` if it was not touched before.
    ///
    /// A control whose range has no ends is not moved.
    mutating func move(
        _ input: Int, from start: Double?, to end: Double, _ changes: inout Changes
    ) {
        guard start != end else { return }
        let held = notifyButtons(turned: input, &changes)
        var target = inputs[input].focus
        if case .control(let other) = held { target = other }
        guard let target, takesHandMoves(target), controls[target].value.scale.range.isFinite,
            let value = inputs[input].approach.value(
                of: controls[target].inHand, from: start, to: end, inputs[input].takeover)
        else { return }
        perform(.place(value, towards: start.map { end - $0 } ?? 0), on: target, by: .knob(input), &changes)
    }
}
