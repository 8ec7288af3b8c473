import WheelGeometry
import WheelSettings

/// Estimates how fast an encoder is turned, from the kernel's timestamps: the rate over its last three detents.
struct TurnRate: Sendable {
    private var last: Instant?
    private var isForward = true
    /// The units since rest or a reversal, at most three detents.
    private var turned: Int64 = 0
    /// Two detents of the past, from which the rate is taken. They are at least a detent and `shortest` apart.
    private var older: Mark?
    private var newer: Mark?
    private var rate = TurnsPerSecond(0)

    private struct Mark {
        var time: Instant
        /// The units since then.
        var units: Int64 = 0

        mutating func add(_ more: Int64) {
            let (sum, overflow) = units.addingReportingOverflow(more)
            units = overflow ? .max : sum
        }
    }

    private static let threeDetents = 3 * TurnSum.unitsPerDetent
    /// Times closer together than this are no measure: the timestamps within a burst are not significant.
    private static let shortest = Interval.milliseconds(8)
    /// After a pause of this length the knob counts as having been at rest.
    static let rest = Interval.milliseconds(800)

    /// Records a turn by `units` of a knob with `unitsPerTurn` and returns the rate. It is zero until there have been
    /// three detents since rest or a reversal.
    mutating func turned(_ units: Int64, unitsPerTurn: Double, at time: Instant) -> TurnsPerSecond {
        let isForward = units > 0
        if let last, self.isForward == isForward, time >= last, time - last < TurnRate.rest {
            older?.add(Int64(units.magnitude))
            newer?.add(Int64(units.magnitude))
        } else {
            self = TurnRate()
            self.isForward = isForward
        }
        last = time
        turned = min(turned + min(Int64(units.magnitude), TurnRate.threeDetents), TurnRate.threeDetents)
        if turned == TurnRate.threeDetents, let since = older ?? newer, time - since.time >= TurnRate.shortest {
            // A single division, because divisions dominate the cost of this function.
            rate = TurnsPerSecond(
                Double(since.units) * 1e6 / (unitsPerTurn * Double((time - since.time).microseconds)))
        }
        mark(time)
        return rate
    }

    private mutating func mark(_ time: Instant) {
        if let newer {
            guard newer.units >= TurnSum.unitsPerDetent, time - newer.time >= TurnRate.shortest else { return }
            older = newer
        }
        newer = Mark(time: time)
    }
}
