import WheelCore

/// Estimates the rate at which an encoder is turned, over its last three detents, from the kernel's timestamps.
///
/// For example, a knob with 24 detents per revolution moves by a detent every 10 ms. The rate is 0 at the first two
/// detents, and 4.2 revolutions per second from the third detent on. After 0.8 s without a turn, and after a reversal,
/// the rate begins at 0 again.
///
/// Two effects could falsify the rate. First, a worn contact bounces. A turn against the present direction, within 5 ms
/// of the last turn, counts as bounce, since no hand reverses so fast. Of the next turn in the present direction, the
/// same number of units is not counted either. If instead a second turn against this direction follows, both turns are
/// a reversal. Second, the timestamps of events that were read in a burst may be too close together, so the rate is
/// never computed over less than 8 ms.
struct TurnRate: Sendable {
    private var last: Instant?
    private var isForward = true
    /// The units of a turn against the present direction that was taken for bounce.
    private var bounced: Int64 = 0
    /// The units since the last rest or reversal, up to three detents.
    private var turned: Int64 = 0
    /// Two past times from which the rate is computed, at least a detent and `shortest` apart.
    private var older: Mark?
    private var newer: Mark?
    private var rate = TurnsPerSecond(0)

    private struct Mark {
        var time: Instant
        /// The units that were turned since `time`.
        var units: Int64 = 0

        mutating func add(_ more: Int64) {
            let (sum, overflow) = units.addingReportingOverflow(more)
            units = overflow ? .max : sum
        }
    }

    private static let threeDetents = 3 * TurnSum.unitsPerDetent
    private static let bounce = Interval.milliseconds(5)
    private static let shortest = Interval.milliseconds(8)
    /// A knob that was not turned for this time is at rest.
    static let rest = Interval.milliseconds(800)

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
            // The rate is computed with a single division, because divisions dominate the cost of this function.
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
