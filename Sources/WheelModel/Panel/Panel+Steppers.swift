import WheelGeometry

/// Fingers on − and +.
extension Panel {
    /// A finger comes down on − or +. In a cell that it only marks nothing moves yet: the finger has to stay for the first
    /// repetition.
    mutating func press(_ index: Int, of surface: Int, _ moment: inout Moment) {
        guard surfaces[surface].fingers[index].marksOnly,
            case .stepper(let press) = surfaces[surface].fingers[index].role
        else { return step(index, of: surface, &moment) }
        schedule(noLaterThan: press.next)
    }

    mutating func step(_ index: Int, of surface: Int, _ moment: inout Moment) {
        let finger = surfaces[surface].fingers[index]
        guard let control = finger.control, case .stepper(let press) = finger.role else { return }
        // Scheduled before the test of the lock: a finger held during the lock repeats again after it.
        schedule(noLaterThan: press.next)
        perform(
            .step(Int64(press.direction.rawValue)), on: control, by: Hand(surface: surface, finger: finger.id), &moment)
    }

    /// Repeats the step if it is due: once, even if several repetitions were missed.
    mutating func repeatStep(
        _ index: Int, of surface: Int, now: Instant, _ moment: inout Moment
    ) {
        guard case .stepper(var press) = surfaces[surface].fingers[index].role, press.isInside,
            press.next <= moment.time
        else { return }
        let next = press.next + StepperPress.repeats
        press.next = next <= now ? now + StepperPress.repeats : next
        surfaces[surface].fingers[index].role = .stepper(press)
        step(index, of: surface, &moment)
    }

    /// A finger that has slipped off − or + does not repeat until it is back on it.
    mutating func holdStepper(_ press: inout StepperPress, _ finger: Finger, at time: Instant) {
        let isInside = finger.target?.area.contains(finger.place) ?? false
        if isInside, !press.isInside {
            press.next = max(press.next, time + StepperPress.repeats)
            schedule(noLaterThan: press.next)
        }
        press.isInside = isInside
    }
}
