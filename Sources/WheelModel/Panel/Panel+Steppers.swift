import WheelGeometry

/// Fingers on − and +.
extension Panel {
    /// A finger comes down on − or +. In a cell that it only marks nothing moves yet: the finger has to stay for the first
    /// repetition.
    mutating func press(_ index: Int, of surface: Int, _ moment: inout Moment) {
        guard surfaces[surface].fingers[index].marksOnly,
            case .stepper(let press) = surfaces[surface].fingers[index].role
        else { return step(index, of: surface, &moment) }
        wake(noLaterThan: press.next)
    }

    mutating func step(_ index: Int, of surface: Int, _ moment: inout Moment) {
        let finger = surfaces[surface].fingers[index]
        guard let control = finger.control, case .stepper(let press) = finger.role else { return }
        // Scheduled before the test of the lock: a finger held during the lock repeats again after it.
        wake(noLaterThan: press.next)
        guard isOpenToHands(control), takesHandMoves(control) else { return }
        let hand = Hand(surface: surface, finger: finger.id)
        let before = beginHandMove(of: control, &moment)
        let revision = self[hand: control].revision
        if self[hand: control].step(Int64(press.direction.rawValue)) {
            let moved = self[hand: control].revision
            surfaces[surface].farSwipe.noteOwnMove(of: control, from: before, revision: revision, to: moved)
            self[hand: control].jumps &+= 1
            publish(control, movedFrom: before, by: hand, &moment)
        }
        reportLimit(
            control, towards: Double(press.direction.rawValue), by: hand.source, &moment)
        settle(control, &moment)
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
            wake(noLaterThan: press.next)
        }
        press.isInside = isInside
    }
}
