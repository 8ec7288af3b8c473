import WheelGeometry
import WheelSettings

/// How fast an encoder is being turned, from the kernel's timestamps alone.
struct TurnRate: Sendable {
    private var last: Instant?
    private var isForward = true
    /// Units that came too close together to tell a rate from.
    private var gathered: Int64 = 0
    private var rate = TurnsPerSecond(0)

    /// Events closer than this are taken together: the kernel's timestamps of a burst say little one by one.
    private static let shortest = Interval.milliseconds(8)
    /// After this the knob was at rest.
    private static let rest = Interval.milliseconds(800)

    /// Takes a turn by `units` of a knob with `unitsPerTurn`; zero for the first one after rest or a reversal.
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
            // One division: they are what takes long here.
            rate = TurnsPerSecond(
                Double(gathered.magnitude) * 1e6 / (unitsPerTurn * Double(elapsed.microseconds)))
            self.last = time
            gathered = 0
        }
        return rate
    }
}
