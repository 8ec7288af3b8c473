import WheelGeometry
import WheelSettings

/// Estimates how fast an encoder is turned, from the kernel's timestamps.
struct TurnRate: Sendable {
    private var last: Instant?
    private var isForward = true
    /// Units since `last` that came too close together for an estimate.
    private var gathered: Int64 = 0
    private var rate = TurnsPerSecond(0)

    /// Events closer together than this are combined: the timestamps within a burst are not significant.
    private static let shortest = Interval.milliseconds(8)
    /// After a pause of this length the knob counts as having been at rest.
    private static let rest = Interval.milliseconds(800)

    /// Records a turn by `units` of a knob with `unitsPerTurn` and returns the rate; zero for the first turn after rest
    /// or a reversal.
    mutating func turned(_ units: Int64, unitsPerTurn: Double, at time: Instant) -> TurnsPerSecond {
        let isForward = units > 0
        guard let last, self.isForward == isForward, time >= last, time - last < TurnRate.rest else {
            self = TurnRate()
            self.isForward = isForward
            self.last = time
            return rate
        }
        gathered = gathered.addingReportingOverflow(units).partialValue
        let elapsed = time - last
        if elapsed >= TurnRate.shortest {
            // A single division, because divisions dominate the cost of this function.
            rate = TurnsPerSecond(
                Double(gathered.magnitude) * 1e6 / (unitsPerTurn * Double(elapsed.microseconds)))
            self.last = time
            gathered = 0
        }
        return rate
    }
}
