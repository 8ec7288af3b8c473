import WheelCore

/// Counts the detents of an input that together make one step of a control.
struct DetentGroup: Sendable {
    /// What the detents are counted for. If it changes, they begin again.
    struct Target: Equatable, Sendable {
        var control: Int
        var speed: Int
        /// `Control.stepsBegun`.
        var stepsBegun: UInt32
    }

    private var target: Target?
    /// The units of the step that has begun.
    private var units: Int64 = 0
    private var last: Instant?

    /// Adds a turn, and returns the units of whole detents that the full steps are worth.
    ///
    /// A reversal, rest and another target drop the part of a step.
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
