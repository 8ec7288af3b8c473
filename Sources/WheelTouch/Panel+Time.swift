import WheelCore
import WheelModel

/// Time: the one place where what has become due is done.
///
/// Whoever waits for a time keeps it: a button its long press, a finger on − or + its next step, a tap the start of its ramp,
/// a chooser its end, a ramp its next tick, an interaction the end of each hold. `deadline` is the least of them all, or earlier.
/// Of the controls only those that wait are looked at: a wake-up takes as long on a panel of a thousand as on one of ten.
///
/// Every entry calls `wake` before it does anything. An event that comes late finds everything as it would be had `wake` been
/// called at each deadline: what was due is done in the order of its times and with their timestamps. Of equal times buttons
/// come first, then fingers and their taps, choosers and lists, ramps and values, and drafts. Work that repeats (the ticks of a ramp, the
/// steps of a held −) is done once when it is late, not once for each missed time.
extension Panel {
    /// The next time at which `wake(at:)` must be called; `nil` if none is needed.
    public var deadline: Instant? {
        guard let due, let other = instrument.deadline else { return due ?? instrument.deadline }
        return min(due, other)
    }

    /// Does everything that is due by `time`.
    ///
    /// On return `changes` has the time `time`, for the operation that follows. What became due and what the operation does
    /// are different steps.
    public mutating func wake(at time: Instant, into changes: inout Changes) {
        while let due = deadline, due <= time {
            // What begins to wait meanwhile may be due as well.
            self.due = nil
            play(&changes) { $0.beginWake(at: due, &$1) }
            wakeSurfaces(now: time, &changes)
            wakeViews(at: due, now: time)
            play(&changes) { $0.endWake(now: time, &$1) }
            scheduleNext()
        }
        instrument.wake(at: time, into: &changes)
    }

    /// Something becomes due then.
    mutating func schedule(noLaterThan time: Instant) { due = due.map { min($0, time) } ?? time }

    private mutating func wakeSurfaces(now: Instant, _ changes: inout Changes) {
        for surface in surfaces.indices {
            for index in surfaces[surface].fingers.indices {
                changes.beginStep()
                wakeFinger(index, of: surface, now: now, &changes)
            }
            wakeRampTaps(of: surface, &changes)
        }
    }

    mutating func scheduleNext() {
        for surface in surfaces.indices {
            for finger in surfaces[surface].fingers.indices {
                if let next = surfaces[surface].fingers[finger].deadline { schedule(noLaterThan: next) }
            }
            for tap in surfaces[surface].rampTaps { schedule(noLaterThan: tap.due) }
        }
        scheduleViews()
    }
}
