import WheelCore

/// How an axis, such as a potentiometer or a fader, takes over a value that is elsewhere in the range.
///
///     the value is 40 of 0…100, and the axis moves from 0.8 to 0.9
///     jump      90: the value follows the axis at once
///     pickup    nothing moves until the axis passes the value
///     scale     70: the axis has moved half of the way to its end, and so does the value
///
/// Whether the axis has the value is not stored: it has it if the value is the one of its last position. So nothing has to be
/// reset when the focus, a lock or another hand changes something.
struct AxisApproach: Sendable {
    /// The position of the axis after its last move that scaled, and the position in the range to which it moved the value. The
    /// value itself may have been rounded to a step.
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
            // Where they meet, or where a value between two points of the grid is snapped, it must not move against the hand.
            let value = control.value(at: position)
            return end > start ? max(value, control.number) : min(value, control.number)
        }
    }

    /// The position in the range, so that axis and value arrive at the end together.
    private func scaled(_ control: ScaledValue, from start: Double, to end: Double) -> Double {
        guard control.value(at: start) != control.number else { return end }
        var position = control.axisPosition
        if let last, last.axis == start, control.value(at: last.position) == control.number { position = last.position }
        let next =
            end > start
            ? position + (end - start) * (1 - position) / (1 - start) : position - (start - end) * position / start
        return (next - end).magnitude < AxisApproach.meeting ? end : min(max(next, 0), 1)
    }
}

extension ScaledValue {
    /// The value at a fraction of an axis's way, 0…1. Positions have equal parts of the way.
    func value(at fraction: Double) -> Double {
        if scale.isOfPositions { return min((fraction * (scale.upper + 1)).rounded(.down), scale.upper) }
        if fraction <= 0 { return scale.lower }
        if fraction >= 1 { return scale.upper }
        let value = scale.moved(scale.range.lower, byPosition: fraction)
        guard let grid = scale.grid else { return scale.inside(scale.tidied(value)) }
        return min(max(grid.nearest(to: value), scale.lower), scale.upper)
    }

    /// The fraction of an axis's way for the value.
    fileprivate var axisPosition: Double {
        let fraction = scale.isOfPositions ? (number + 0.5) / (scale.upper + 1) : scale.position(of: number)
        return min(max(fraction, 0), 1)
    }
}

extension Instrument {
    /// An input's axis has moved. Its way spans the range of the control; one whose range has no ends is not moved.
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
