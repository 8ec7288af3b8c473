import WheelGeometry

/// Fingers on − and +.
extension Panel {
    mutating func step(_ index: Int, of surface: Int, _ moment: inout Moment) {
        let finger = surfaces[surface].fingers[index]
        guard let control = finger.control, case .stepper(let press) = finger.role else { return }
        // A finger that must wait for the lock goes on when that is off.
        wake(noLaterThan: press.next)
        guard isOpenToHands(control) else { return }
        let hand = Hand(surface: surface, finger: finger.id)
        let before = beginMove(of: control, &moment)
        if controls[control].step(Int64(press.direction.rawValue)) {
            controls[control].jumps &+= 1
            publish(control, movedFrom: before, by: hand, &moment)
        }
        tellLimit(
            control, towards: Double(press.direction.rawValue), by: hand.source, &moment)
        settle(control, &moment)
    }

    /// Moves again when it is time; once, however late it is.
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

    /// A finger that has slipped off − or + does not repeat; back on it, it goes on.
    mutating func holdStepper(_ press: inout StepperPress, _ finger: Finger, at time: Instant) {
        let isInside = finger.target?.area.contains(finger.place) ?? false
        if isInside, !press.isInside {
            press.next = max(press.next, time + StepperPress.repeats)
            wake(noLaterThan: press.next)
        }
        press.isInside = isInside
    }
}
