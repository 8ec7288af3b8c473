import WheelCore

/// Counts the detents of an input until they make one step of a control (`detents_per_step`).
///
/// With 4 detents to a step, the first three detents move nothing, and the fourth moves the control by a step. The
/// count begins again after a reversal or a rest, and when the control or the speed changes, so that a step never
/// consists of detents from before and after such an event.
struct DetentGroup: Sendable {
    struct Target: Equatable, Sendable {
        var control: Int
        var speed: Int
        /// The control's `ScaledValue.stepsBegun`. A move that drops partial steps changes this number, so that the
        /// count begins again.
        var stepsBegun: UInt32
    }

    private var target: Target?
    /// The units that were turned since the last full step.
    private var units: Int64 = 0
    private var last: Instant?

    /// Returns the units of one detent for each full step.
    mutating func gather(_ turned: Int64, detentsPerStep: Int, for target: Target, at time: Instant) -> Int64 {
        let isAtRest = last.map { time < $0 || time - $0 >= TurnRate.rest } ?? true
        if isAtRest || self.target != target || (turned < 0) != (units < 0) { units = 0 }
        self.target = target
        last = time
        let whole = TurnSum.unitsPerDetent * Int64(detentsPerStep)
        let (steps, rest) = (units + turned).quotientAndRemainder(dividingBy: whole)
        units = rest
        return steps * TurnSum.unitsPerDetent
    }
}
