import WheelGeometry
import WheelModel

/// The times until which `interval_ms` holds values back, by control.
struct HeldTimes {
    private var times: [Int: Instant] = [:]
    /// The earliest of them; `nil` after it has gone, until `findEarliest`.
    private var known: Instant?

    var count: Int { times.count }

    var earliest: Instant? { known ?? times.values.min() }

    subscript(control: Int) -> Instant? { times.isEmpty ? nil : times[control] }

    /// A value that may be sent at any time is not held back.
    mutating func hold(_ control: Int, until time: Instant) {
        release(control)
        guard time > Instant(microseconds: .min) else { return }
        if times.isEmpty {
            known = time
        } else if let before = known {
            known = min(before, time)
        }
        times[control] = time
    }

    mutating func release(_ control: Int) {
        guard !times.isEmpty, let time = times.removeValue(forKey: control) else { return }
        if time == known { known = nil }
    }

    /// Looks for the earliest time once after many may have gone, rather than each time that it is asked for.
    mutating func findEarliest() { if known == nil { known = times.values.min() } }

    /// Controls have new indices: `place` returns them, and `nil` for a control that was removed.
    mutating func renumber(_ place: (Int) -> Int?) {
        var renumbered: [Int: Instant] = [:]
        for (control, time) in times { if let place = place(control) { renumbered[place] = time } }
        times = renumbered
        known = times.values.min()
    }
}
