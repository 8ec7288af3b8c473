import WheelCore
import WheelModel

/// The gesture of a finger that holds − or +. The finger steps the value at the touch, again after 0.4 s, and then
/// every 0.1 s.
///
/// A finger that slips off the target does not step until it returns. If the daemon was busy for 0.5 s, the finger
/// steps once and not five times. Steps are also scheduled while the control is locked, so that a finger that stays
/// down steps again once the lock has ended.
struct StepperHold: Gesture {
    private let direction: StepDirection
    private var isInside = true
    private var next: Instant

    private static let firstRepeat = Interval.milliseconds(400)
    private static let repeats = Interval.milliseconds(100)

    init(_ direction: StepDirection, at time: Instant) {
        self.direction = direction
        next = time + StepperHold.firstRepeat
    }

    var deadline: Instant? { isInside ? next : nil }

    /// Makes the first step at the touch. If the touch only marks the cell, the first step is made at the first
    /// repetition.
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
        // The next step is scheduled even if a lock refuses this step.
        panel.schedule(noLaterThan: next)
        panel.perform(.step(Int64(direction.rawValue)), on: control, by: touch.hand, &changes)
    }
}
