import WheelCore
import WheelModel

/// The result of lifting a finger that may have tapped.
enum TapEnd: Equatable {
    /// No tap: the finger strayed, was one of several, or was the bounce of a double tap.
    case nothing
    /// Down too long for a tap.
    case press
    /// A tap. Until `until` it may become a double tap.
    case tap(until: Instant)
    /// The second tap of a double tap.
    case double
}

/// Taps: a double tap cycles the control's speed.
extension Panel {
    mutating func beginTap(_ finger: Int, on control: Int, of surface: Int, at time: Instant) {
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        surfaces[surface].taps[control].touched(
            by: finger, at: time, undo: instrument.controls[control].undo, timings: settings.touch)
        let holder = Interaction.Holder.tap(surface: surface)
        guard surfaces[surface].taps[control].isSecond, instrument.controls[control].isHeld(by: holder) else { return }
        // The second tap has begun. Its hold lasts until the tap is complete or too long.
        instrument.hold(control, by: holder, until: time + settings.touch.tap)
    }

    /// Something else happens on the control: the preceding tap can no longer become a double tap.
    mutating func breakTap(on control: Int, of surface: Int, _ changes: inout Changes) {
        surfaces[surface].taps[control] = .idle
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        release(control, by: .tap(surface: surface), &changes)
        commitIfReleased(control, &changes)
    }

    /// A finger that may have tapped lifts. The caller changes the speed after a double tap, as its last step.
    mutating func endTap(_ finger: Finger, of surface: Int, _ changes: inout Changes) -> TapEnd {
        guard let control = finger.control, surfaces[surface].taps[control].down?.finger == finger.id else {
            return .nothing
        }
        let hand = Hand(surface: surface, finger: finger.id)
        let waiting = Interaction.Holder.tap(surface: surface)
        switch surfaces[surface].taps[control].lifted(at: changes.time, timings: settings.touch) {
        case .noTap:
            release(control, by: waiting, &changes)
            return .press
        case .tap(let until):
            let tapped = instrument.controls[control]
            if tapped.isHeld(by: hand.holder) || tapped.isHeld(by: waiting) {
                instrument.hold(control, by: waiting, until: until)
            }
            return .tap(until: until)
        case .double(let undo):
            guard instrument.isOpenToHands(control) else {
                release(control, by: waiting, &changes)
                return .nothing
            }
            goBack(to: undo, control, by: hand, &changes)
            release(control, by: waiting, &changes)
            return .double
        }
    }

    /// Undoes the moves of a gesture that turns out to move nothing.
    mutating func goBack(to undo: Undo, _ control: Int, by hand: Hand, _ changes: inout Changes) {
        play(&changes) { _ = $0.perform(.goBack(undo), on: control, by: .finger(hand), &$1) }
    }
}
