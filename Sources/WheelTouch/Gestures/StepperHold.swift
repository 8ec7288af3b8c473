import WheelCore
import WheelModel

/// A finger that holds − or +. It steps at the touch, after 0.4 s again, and then every 0.1 s.
///
/// A finger that slips off does not step until it is back. If the daemon was busy for 0.5 s, it steps once and not five times.
/// The time of the next step is also kept while the control is locked, so that a finger that stays steps again after that.
struct StepperHold: Gesture {
    private let direction: StepDirection
    private var isInside = true
    /// When the next step is due.
    private var next: Instant

    private static let firstRepeat = Interval.milliseconds(400)
    private static let repeats = Interval.milliseconds(100)

    init(_ direction: StepDirection, at time: Instant) {
        self.direction = direction
        next = time + StepperHold.firstRepeat
    }

    var deadline: Instant? { isInside ? next : nil }

    /// In a cell that it only marks, the finger has to stay for the first repetition.
    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        if touch.finger.marksOnly { panel.schedule(noLaterThan: next) } else { step(touch, &panel, &changes) }
    }

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        let isInside = touch.finger.target?.area.contains(touch.place) ?? false
        if isInside, !self.isInside {
            next = max(next, changes.time + StepperHold.repeats)
            panel.schedule(noLaterThan: next)
        }
        self.isInside = isInside
    }

    mutating func wake(_ touch: Touch, now: Instant, _ panel: inout Panel, _ changes: inout Changes) {
        guard let due = deadline, due <= changes.time else { return }
        next = due + StepperHold.repeats
        if next <= now { next = now + StepperHold.repeats }
        step(touch, &panel, &changes)
    }

    private func step(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        // Before the step, which a lock may refuse.
        panel.schedule(noLaterThan: next)
        panel.perform(.step(Int64(direction.rawValue)), on: control, by: touch.hand, &changes)
    }
}
