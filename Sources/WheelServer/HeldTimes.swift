import WheelCore
import WheelWire

/// The times until which values and pending values are held back because of `interval_ms`.
struct HeldTimes {
    private var times: [WaitingValue.Subject: Instant] = [:]
    /// The earliest time at which a held value may be sent. `nil` after this time was removed, until `findEarliest` is
    /// called.
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

    /// Finds the earliest time, once after many removals, so that `earliest` need not search each time.
    mutating func findEarliest() { if known == nil { known = times.values.min() } }

    mutating func renumber(_ place: (Int) -> Int?) {
        times = times.renumbered(place)
        known = times.values.min()
    }
}

extension [WaitingValue.Subject: Instant] {
    /// The times under the new indices of the controls. `place` returns the new index, and `nil` for a control that was
    /// removed.
    func renumbered(_ place: (Int) -> Int?) -> Self {
        var renumbered: Self = [:]
        for (subject, time) in self {
            if let subject = subject.renumbered(place) { renumbered[subject] = time }
        }
        return renumbered
    }
}
