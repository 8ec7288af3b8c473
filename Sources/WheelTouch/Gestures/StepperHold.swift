import WheelCore
import WheelModel

/// A finger that holds − or +: it steps when it comes down, after 0.4 s again, and then every 0.1 s.
struct StepperHold: Gesture {
    private let direction: StepDirection
    private var isInside = true
    /// When the next step is due if the finger stays.
    private var next: Instant

    private static let firstRepeat = Interval.milliseconds(400)
    private static let repeats = Interval.milliseconds(100)

    init(_ direction: StepDirection, at time: Instant) {
        self.direction = direction
        next = time + StepperHold.firstRepeat
    }

    var deadline: Instant? { isInside ? next : nil }

    /// In a cell that it only marks nothing moves yet: the finger has to stay for the first repetition.
    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        if touch.finger.marksOnly { panel.schedule(noLaterThan: next) } else { step(touch, &panel, &changes) }
    }

    /// A finger that has slipped off does not repeat until it is back.
    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        let isInside = touch.finger.target?.area.contains(touch.place) ?? false
        if isInside, !self.isInside {
            next = max(next, changes.time + StepperHold.repeats)
            panel.schedule(noLaterThan: next)
        }
        self.isInside = isInside
    }

    /// Repeats the step: once, even if several repetitions were missed.
    mutating func wake(_ touch: Touch, now: Instant, _ panel: inout Panel, _ changes: inout Changes) {
        guard let due = deadline, due <= changes.time else { return }
        next = due + StepperHold.repeats
        if next <= now { next = now + StepperHold.repeats }
        step(touch, &panel, &changes)
    }

    private func step(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        // Scheduled before the lock is asked: a finger held during the lock repeats again after it.
        panel.schedule(noLaterThan: next)
        panel.perform(.step(Int64(direction.rawValue)), on: control, by: touch.hand, &changes)
    }
}
