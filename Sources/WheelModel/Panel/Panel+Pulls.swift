import WheelGeometry
import WheelSettings

/// Fingers that drag a value.
extension Panel {
    func wheelPull(of control: Int, _ orientation: WheelOrientation, area: Rect, at place: Point) -> WheelPull {
        let axis = TouchAxis(orientation, area: area)
        let length = axis.length(of: area)
        return WheelPull(
            axis: axis, length: length,
            grip: controls[control].inHand.grip(
                at: axis.reading(at: place), controls[control].wheelGear(length: length)))
    }

    mutating func pull(
        _ wheel: inout WheelPull, of control: Int, to place: Point, by hand: Hand, _ moment: inout Moment
    ) {
        pull(
            &wheel.grip, of: control, to: wheel.axis.reading(at: place),
            controls[control].wheelGear(length: wheel.length), by: hand, &moment)
    }

    /// The arm keeps its offset to the finger, also beyond the ends of the range.
    mutating func pull(
        _ arm: inout ArmPull, of control: Int, to place: Point, by hand: Hand, _ moment: inout Moment
    ) {
        guard let angle = arm.angle(at: place) else {
            arm.grip = nil
            return
        }
        if var grip = arm.grip {
            let reading = angle.unwrapped(near: Angle(degrees: grip.reading)).degrees
            pull(
                &grip, of: control, to: reading, arm.gear, pastEnd: .isKept, by: hand, &moment)
            arm.grip = grip
        } else {
            arm.grip = beginGrip(arm, of: control, at: angle, by: hand, &moment)
        }
    }

    private mutating func beginGrip(
        _ arm: ArmPull, of control: Int, at angle: Angle, by hand: Hand, _ moment: inout Moment
    ) -> Grip {
        switch controls[control].settings.number?.arm {
        case .jump:
            guard let (from, to) = controls[control].inHand.jump(of: arm, to: angle) else { break }
            // The grip begins at the arm's own angle and is then pulled to the finger in one move.
            var grip = controls[control].inHand.grip(at: from.degrees, arm.gear)
            pull(&grip, of: control, to: to.degrees, arm.gear, pastEnd: .isKept, by: hand, &moment)
            return grip
        case .offset, nil: break
        }
        return controls[control].inHand.grip(at: angle.degrees, arm.gear)
    }

    /// Moves a control to a new reading of its fingers.
    mutating func pull(
        _ grip: inout Grip, of control: Int, to reading: Double, _ gear: Grip.Gear,
        pastEnd: Grip.PastEnd = .isForgotten, by hand: Hand, _ moment: inout Moment
    ) {
        guard takesHandMoves(control) else {
            grip = controls[control].inHand.grip(at: reading, gear)
            return
        }
        guard reading != grip.reading else { return }
        withUnsafeMutablePointer(to: &grip) { grip in
            perform(.pull(grip, to: reading, gear, pastEnd), on: control, by: hand, &moment)
        }
    }

    /// A move of a finger. A tap or a swipe that it turns out to be undoes it.
    mutating func perform(_ move: Move, on control: Int, by hand: Hand, _ moment: inout Moment) {
        let performed = perform(move, on: control, by: .finger(hand), &moment)
        guard performed.hasMoved else { return }
        surfaces[hand.surface].noteOwnMove(
            of: control, from: performed.start, revision: performed.revision, to: performed.revisionAfter)
    }
}
