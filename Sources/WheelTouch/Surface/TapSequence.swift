import WheelCore
import WheelModel

/// Recognises a double tap on a control: two short taps in quick succession, which select the control's next speed.
///
/// The first tap may have moved the value a little. So the value before the first tap is stored, and is restored after
/// a double tap.
///
///     idle ─ touch ▶ first ─ lift in time ▶ between ─ touch in time ▶ second ─ lift in time ▶ done
///
/// A touch that is too late begins a new first tap. A finger that strays or is down for too long leads to `idle`. A
/// touch right after a lift is a bounce of the contact: after the first tap the bounce continues that tap, and after a
/// double tap it is ignored.
enum TapSequence: Sendable {
    case idle
    /// The first touch is down and may still become a tap.
    case first(Tap)
    /// The first tap is complete.
    case between(Tap, lifted: Instant)
    case second(Tap)
    case done(lifted: Instant)

    struct Tap: Sendable {
        let finger: Int
        let down: Instant
        /// The value before the first tap.
        var undo: Undo
    }

    /// The tap whose finger is down.
    var down: Tap? {
        switch self {
        case .first(let tap), .second(let tap): tap
        case .idle, .between, .done: nil
        }
    }

    var isSecond: Bool {
        switch self {
        case .second: true
        case .idle, .first, .between, .done: false
        }
    }

    // MARK: Events

    mutating func recordMove(from before: UInt64, to after: UInt64) {
        switch self {
        case .first(var tap):
            tap.undo.recordMove(from: before, to: after)
            self = .first(tap)
        case .second(var tap):
            tap.undo.recordMove(from: before, to: after)
            self = .second(tap)
        case .idle, .between, .done: break
        }
    }

    /// Handles the touch of a finger that is alone on the control.
    mutating func touched(by finger: Int, at time: Instant, undo: Undo, timings: TouchTimings) {
        switch self {
        case .idle, .first, .second: self = .first(Tap(finger: finger, down: time, undo: undo))
        case .between(let tap, let lifted):
            self = TapSequence.touchedBetween(
                tap, lifted, by: Tap(finger: finger, down: time, undo: undo), timings: timings)
        case .done(let lifted):
            let pause = time - lifted
            let isBounce = pause >= .zero && pause < timings.doubleLeast
            self = isBounce ? .idle : .first(Tap(finger: finger, down: time, undo: undo))
        }
    }

    private static func touchedBetween(
        _ first: Tap, _ lifted: Instant, by next: Tap, timings: TouchTimings
    ) -> TapSequence {
        let pause = next.down - lifted
        // A touch with a time before the lift also begins a new first tap.
        if pause > timings.double || pause < .zero { return .first(next) }
        // A touch too soon for a second tap is a bounce, which continues the first tap.
        if pause < timings.doubleLeast { return .first(Tap(finger: next.finger, down: first.down, undo: first.undo)) }
        return .second(Tap(finger: next.finger, down: next.down, undo: first.undo))
    }

    mutating func lifted(at time: Instant, timings: TouchTimings) -> TapEnd {
        guard let down, time - down.down <= timings.tap else {
            self = .idle
            return .press
        }
        switch self {
        case .first(let tap):
            self = .between(tap, lifted: time)
            return .tap(until: time + timings.double)
        case .second:
            self = .done(lifted: time)
            return .double
        case .idle, .between, .done: return .nothing
        }
    }
}

/// The result of lifting a finger that may have tapped.
enum TapEnd: Equatable {
    /// The finger has strayed, was one of several fingers, was the bounce of a double tap, or was on a target that
    /// counts no taps.
    case nothing
    /// The finger was down too long for a tap.
    case press
    /// A tap, which may become a double tap until this time.
    case tap(until: Instant)
    /// The second tap of a double tap.
    case double
}

extension Panel {
    mutating func beginTap(_ finger: Int, on control: Int, of surface: Int, at time: Instant) {
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        surfaces[surface].taps[control].touched(
            by: finger, at: time, undo: instrument.controls[control].undo, timings: settings.touch)
        let holder = Interaction.Holder.tap(surface: surface)
        guard surfaces[surface].taps[control].isSecond, instrument.controls[control].isHeld(by: holder) else { return }
        // The second tap holds the control until the tap is complete or too long.
        instrument.hold(control, by: holder, until: time + settings.touch.tap)
    }

    /// Ends the tap on a control: it can no longer become a double tap.
    mutating func breakTap(on control: Int, of surface: Int, _ changes: inout Changes) {
        surfaces[surface].taps[control] = .idle
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        release(control, by: .tap(surface: surface), &changes)
        commitIfReleased(control, &changes)
    }

    /// Handles the lift of a finger that may have tapped. After a double tap the caller must change the speed, as its
    /// last step.
    mutating func endTap(_ finger: Finger, of surface: Int, _ changes: inout Changes) -> TapEnd {
        guard let control = finger.control, let tap = surfaces[surface].taps[control].down, tap.finger == finger.id
        else { return .nothing }
        let hand = Hand(surface: surface, finger: finger.id)
        let waiting = Interaction.Holder.tap(surface: surface)
        let end = surfaces[surface].taps[control].lifted(at: changes.time, timings: settings.touch)
        switch end {
        case .nothing, .press: release(control, by: waiting, &changes)
        case .tap(let until):
            let tapped = instrument.controls[control]
            if tapped.isHeld(by: hand.holder) || tapped.isHeld(by: waiting) {
                instrument.hold(control, by: waiting, until: until)
            }
        case .double:
            guard instrument.isOpenToHands(control) else {
                release(control, by: waiting, &changes)
                return .nothing
            }
            goBack(to: tap.undo, control, by: hand, &changes)
            release(control, by: waiting, &changes)
        }
        return end
    }

    /// Undoes the moves of a gesture that turns out to be a double tap or a swipe.
    mutating func goBack(to undo: Undo, _ control: Int, by hand: Hand, _ changes: inout Changes) {
        play(&changes) { _ = $0.perform(.goBack(undo), on: control, by: .finger(hand), &$1) }
    }
}
