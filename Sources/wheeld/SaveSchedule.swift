import WheelCore
import WheelModel

/// When the state file is written.
///
/// An SD card wears with each write, and a reading may change ten times a second. So not every change is saved soon. A
/// commit of a control that hands move is saved at once, but not within a second after the last save. The same applies
/// to a new speed, focus or page, and to a stored preset. Readings and values without a commit are saved `every_s` of
/// `[state]` after the change at the latest. For example, with `every_s = 60`: a knob that is turned for 90 s and then
/// released causes one save during the turn, and one at its commit.
struct SaveSchedule {
    /// `nil` while nothing has changed since the last save.
    private(set) var due: Instant?
    private var last = Instant.distantPast

    private static let shortestPause = Interval.seconds(1)

    /// Schedules a save for a change. The clock is read (`now`) only if the change needs a save.
    mutating func record(
        _ change: Change, of controls: [ControlSettings], _ settings: StateSettings, at now: @autoclosure () -> Instant
    ) {
        guard settings.restores else { return }
        switch change.event {
        case .value(let value): record(controls[value.control], settings, isCommitted: false, at: now())
        case .commit(let control, _, _): record(controls[control], settings, isCommitted: true, at: now())
        case .speed(let control, _): if controls[control].restores { saveSoon(at: now()) }
        case .focus, .page, .preset(_, .stored): saveSoon(at: now())
        case .pending, .limit, .press, .lock, .ramp, .preset(_, .recalled): break
        }
    }

    private mutating func record(
        _ control: ControlSettings, _ settings: StateSettings, isCommitted: Bool, at now: @autoclosure () -> Instant
    ) {
        guard due == nil || isCommitted, control.restores else { return }
        // A reading is saved after `interval` even if it is committed, since no hand moves it.
        if isCommitted, control.movedByHands { saveSoon(at: now()) } else { save(by: now() + settings.interval) }
    }

    mutating func saveSoon(at now: Instant) { save(by: max(now, last + SaveSchedule.shortestPause)) }

    mutating func save(by time: Instant) { due = .earliest(due, time) }

    /// Returns whether to save the state now.
    mutating func consume(at now: Instant) -> Bool {
        guard let time = due, time <= now else { return false }
        due = nil
        last = now
        return true
    }
}
