import WheelCore

/// Estimates how fast an encoder is turned, from the kernel's timestamps: the rate over its last three detents.
///
/// A turn the other way at once after the last one is taken for a contact that bounces, because no hand reverses that
/// fast. It only takes back what the last one added. A second one in the same direction is a reversal.
struct TurnRate: Sendable {
    private var last: Instant?
    private var isForward = true
    /// The units of the turns the other way that may have been bounce.
    private var bounced: Int64 = 0
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
    /// A turn the other way within this time after the last turn may be bounce.
    private static let bounce = Interval.milliseconds(5)
    /// Times closer together than this are no measure: the timestamps within a burst are not significant.
    private static let shortest = Interval.milliseconds(8)
    /// After a pause of this length the knob counts as having been at rest.
    static let rest = Interval.milliseconds(800)

    /// Records a turn by `units` of a knob with `unitsPerTurn` and returns the rate. It is zero until there have been
    /// three detents since rest or a reversal.
    mutating func turned(_ units: Int64, unitsPerTurn: Double, at time: Instant) -> TurnsPerSecond {
        let isForward = units > 0
        var distance = Int64(units.magnitude)
        if let last, time >= last, time - last < TurnRate.rest {
            if self.isForward == isForward {
                let back = min(bounced, distance)
                bounced -= back
                distance -= back
            } else if bounced == 0, time - last < TurnRate.bounce {
                bounced = distance
                self.last = time
                return rate
            } else {
                distance += bounced
                restart(isForward: isForward)
            }
        } else {
            restart(isForward: isForward)
        }
        last = time
        guard distance > 0 else { return rate }
        older?.add(distance)
        newer?.add(distance)
        turned = min(turned + min(distance, TurnRate.threeDetents), TurnRate.threeDetents)
        if turned == TurnRate.threeDetents, let since = older ?? newer, time - since.time >= TurnRate.shortest {
            // A single division, because divisions dominate the cost of this function.
            rate = TurnsPerSecond(
                Double(since.units) * 1e6 / (unitsPerTurn * Double((time - since.time).microseconds)))
        }
        mark(time)
        return rate
    }

    private mutating func restart(isForward: Bool) {
        self = TurnRate()
        self.isForward = isForward
    }

    private mutating func mark(_ time: Instant) {
        if let newer {
            guard newer.units >= TurnSum.unitsPerDetent, time - newer.time >= TurnRate.shortest else { return }
            older = newer
        }
        newer = Mark(time: time)
    }
}
