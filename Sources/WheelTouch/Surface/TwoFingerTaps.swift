import WheelCore
import WheelModel

/// Recognises the double tap of two fingers on the same control.
///
/// Two fingers tap if they touch the same control within 0.2 s, no other finger is down, neither strays, and both have
/// lifted within the time of a tap. Two such taps make a double tap, with the timings of a double tap of one finger.
/// Recognition does not affect the fingers: they also perform their own gestures, as a pair that does not turn, or each
/// alone. The reset after the double tap overwrites the effects of these gestures.
struct TwoFingerTaps: Sendable {
    private var hand = Hand.ignored
    /// The first tap, while the second tap may follow.
    private var last: (control: Int, lifted: Instant)?

    private enum Hand {
        /// No finger is down, or the fingers cannot tap until all have lifted.
        case ignored
        case one(control: Int, since: Instant)
        case both(control: Int, since: Instant)
    }

    /// Returns the control of a double tap that this frame completes. With `fromNone` no finger was down before this
    /// frame.
    mutating func follow(
        _ fingers: [Finger], fromNone: Bool, at time: Instant, _ timings: TouchTimings
    ) -> Int? {
        guard let first = fingers.first else { return fromNone ? nil : lift(at: time, timings) }
        if fromNone, let control = first.control { hand = .one(control: control, since: time) }
        guard fingers.count <= 2, fingers.allSatisfy(\.mayTap) else {
            hand = .ignored
            return nil
        }
        if case .one(let control, let since) = hand, fingers.count == 2 {
            let areTogether = time >= since && time <= since + FarSwipe.together
            let areOnOne = fingers.allSatisfy { $0.control == control }
            hand = areTogether && areOnOne ? .both(control: control, since: since) : .ignored
        }
        return nil
    }

    private mutating func lift(at time: Instant, _ timings: TouchTimings) -> Int? {
        let before = last
        defer { hand = .ignored }
        last = nil
        guard case .both(let control, let since) = hand, time >= since, time - since <= timings.tap else { return nil }
        if let before, before.control == control, since >= before.lifted + timings.doubleLeast,
            since <= before.lifted + timings.double
        {
            return control
        }
        last = (control, time)
        return nil
    }
}

extension Finger {
    /// Whether the finger can be one of two that tap: it has not strayed, and it does not touch a chip, a tab or a
    /// similar target.
    fileprivate var mayTap: Bool {
        if case .ignored = role { return false }
        guard !hasStrayed, let kind = target?.kind else { return false }
        return switch kind {
        case .slider, .stepper: true
        default: kind.traits.sharesFingers
        }
    }
}

extension Panel {
    mutating func resetByTwoFingers(on surface: Int, fromNone: Bool, _ changes: inout Changes) {
        guard settings.touch.twoFingerDouble == .reset,
            let control = twoFingerTaps[surface].follow(
                surfaces[surface].fingers, fromNone: fromNone, at: changes.time, settings.touch),
            instrument.isOpenToHands(control)
        else { return }
        play(&changes) { _ = $0.perform(.reset, on: control, by: .action(surface), &$1) }
    }
}
