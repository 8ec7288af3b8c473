import WheelCore
import WheelWire

/// The times until which `interval_ms` holds values and pending values back.
struct HeldTimes {
    private var times: [WaitingValue.Subject: Instant] = [:]
    /// The earliest of them; `nil` after it was removed, until `findEarliest`.
    private var known: Instant?

    var count: Int { times.count }

    var earliest: Instant? { known ?? times.values.min() }

    subscript(subject: WaitingValue.Subject) -> Instant? { times.isEmpty ? nil : times[subject] }

    mutating func hold(_ subject: WaitingValue.Subject, until time: Instant) {
        release(subject)
        guard time > .distantPast else { return }
        if times.isEmpty {
            known = time
        } else if let before = known {
            known = min(before, time)
        }
        times[subject] = time
    }

    mutating func release(_ subject: WaitingValue.Subject) {
        guard !times.isEmpty, let time = times.removeValue(forKey: subject) else { return }
        if time == known { known = nil }
    }

    /// Finds the earliest time once after many may have been removed, rather than each time that it is asked for.
    mutating func findEarliest() { if known == nil { known = times.values.min() } }

    mutating func renumber(_ place: (Int) -> Int?) {
        times = times.renumbered(place)
        known = times.values.min()
    }
}

extension [WaitingValue.Subject: Instant] {
    /// Controls have new indices: `place` returns them, and `nil` for a control that was removed.
    func renumbered(_ place: (Int) -> Int?) -> Self {
        var renumbered: Self = [:]
        for (subject, time) in self {
            if let subject = subject.renumbered(place) { renumbered[subject] = time }
        }
        return renumbered
    }
}
