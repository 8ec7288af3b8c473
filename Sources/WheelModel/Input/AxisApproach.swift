import WheelCore

/// How an axis, such as a potentiometer or a fader, takes over a value that differs from the position of the axis.
///
///     the value is 40 of 0…100, and the axis moves from 0.8 to 0.9
///     jump      90: the value follows the axis at once
///     pickup    nothing moves until the axis passes the value
///     scale     70: the axis moves half of the way to its end, and so does the value
///
/// Whether the axis has taken over is computed at each move, by comparing the value with the last position of the axis.
/// So no flag has to be reset when the focus, a lock or the value changes.
struct AxisApproach: Sendable {
    /// The position of the axis after its last move with the takeover `scale`, and the position in the range to which
    /// this move led. The position in the range is stored, because the value may have been rounded to a step.
    private var last: (axis: Double, position: Double)?

    /// Axis and value count as equal if they differ by less than this fraction of the range. By default, moves of the
    /// axis by less than twice this fraction are ignored as noise.
    private static let meeting = 1.0 / 1024

    /// The value after a move of the axis; `nil` if the axis does not move the value yet.
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
            // The value must not move against the hand, even where it meets the axis or is snapped to the grid.
            let value = control.value(at: position)
            return end > start ? max(value, control.number) : min(value, control.number)
        }
    }

    /// The position in the range after a move of the axis, scaled so that axis and value reach the end together.
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
    /// The value at a fraction, 0…1, of an axis's travel. Each position of a choice or a selection covers an equal part
    /// of the travel.
    func value(at fraction: Double) -> Double {
        if scale.isOfPositions { return min((fraction * (scale.upper + 1)).rounded(.down), scale.upper) }
        if fraction <= 0 { return scale.lower }
        if fraction >= 1 { return scale.upper }
        let value = scale.moved(scale.range.lower, byPosition: fraction)
        guard let grid = scale.grid else { return scale.inside(scale.tidied(value)) }
        return min(max(grid.nearest(to: value), scale.lower), scale.upper)
    }

    /// The fraction of an axis's travel that corresponds to the value.
    fileprivate var axisPosition: Double {
        let fraction = scale.isOfPositions ? (number + 0.5) / (scale.upper + 1) : scale.position(of: number)
        return min(max(fraction, 0), 1)
    }
}

extension Instrument {
    /// Applies a move of an input's axis, whose travel spans the range of the control. A control whose range is not
    /// finite is not moved.
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
