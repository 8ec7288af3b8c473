import WheelCore

/// Recognises the gestures of one button.
///
/// The gestures themselves are published at once. Only the action of a click is delayed, and only if a double click has
/// an action too: until the click can no longer become the first half of a double click.
///
/// The machine has no clock. Its owner calls `wake(at:emit:)` at its `deadline`. If the call is late, or an event comes
/// first, the outputs and their times are the same.
public struct ButtonMachine: Equatable, Sendable {
    /// An output, with the time at which it became due.
    public enum Output: Equatable, Sendable {
        case publish(ButtonGesture)
        /// Run the action that is bound to the gesture.
        case act(ButtonGesture)
    }

    public typealias Emit = (Output, Instant) -> Void

    private enum State: Equatable {
        case idle
        /// Down; may still become a click, a double click or a long press.
        case held(since: Instant, Press)
        /// Down, after a long press or a turn: only `up` can follow.
        case spent
        /// Clicked once. A press before `until` is the second half of a double click.
        case clicked(until: Instant, owesClick: Bool)
    }

    private enum Press: Equatable {
        case first
        /// The press follows a click. `owesClick`: the action of that click has not run yet.
        case second(owesClick: Bool)
    }

    /// Other gestures are disabled for this button. For example, without `long` a press of two seconds is a click.
    public let recognized: ButtonGestures
    /// The gestures that have an action.
    public let bound: ButtonGestures
    public let timings: ButtonTimings
    private var state = State.idle

    public init(recognized: ButtonGestures = .all, bound: ButtonGestures = [], timings: ButtonTimings = ButtonTimings())
    {
        self.recognized = recognized
        self.bound = bound.intersection(recognized)
        self.timings = timings
    }

    public var isHeld: Bool {
        switch state {
        case .held, .spent: true
        case .idle, .clicked: false
        }
    }

    /// Held, but neither a click nor a long press can follow.
    var isSpent: Bool { state == .spent }

    /// Neither held nor just clicked. A turn does not change the machine in this state.
    var isIdle: Bool {
        switch state {
        case .idle: true
        case .held, .spent, .clicked: false
        }
    }

    /// When `wake(at:emit:)` is to be called.
    public var deadline: Instant? {
        switch state {
        case .idle, .spent: nil
        case .held(let since, _): recognized.contains(.long) ? since + timings.long : nil
        // If no action is due at `until`, no wake-up is needed: the next press compares the times.
        case .clicked(let until, let owesClick): owesClick ? until : nil
        }
    }

    /// Replaces another machine of the same button after a reload. A held button stays held; pending actions follow the
    /// new timings.
    mutating func adoptState(of other: ButtonMachine) { state = other.state }

    public mutating func press(at time: Instant, emit: Emit) {
        wake(at: time, emit: emit)
        switch state {
        case .idle:
            state = .held(since: time, .first)
            publish(.down, at: time, emit)
        case .clicked(_, let owesClick):
            state = .held(since: time, .second(owesClick: owesClick))
            publish(.down, at: time, emit)
        case .held, .spent:
            break  // Already down: each `down` has exactly one `up`.
        }
    }

    /// `actsAtOnce`: a click acts now, also without an action of its own, and begins no double click.
    public mutating func release(at time: Instant, actsAtOnce: Bool = false, emit: Emit) {
        wake(at: time, emit: emit)
        switch state {
        case .idle, .clicked:
            break  // The press was not seen, or the device was lost in between.
        case .held where actsAtOnce:
            publish(.up, at: time, emit)
            actOnClick(at: time, emit)
        case .held(_, .first):
            publish(.up, at: time, emit)
            click(at: time, emit)
        case .held(_, .second):
            state = .idle
            publish(.up, at: time, emit)
            publish(.double, at: time, emit)
        case .spent:
            state = .idle
            publish(.up, at: time, emit)
        }
    }

    /// The device is new, and the button has this level. A held button then only comes up: no click or long press follows.
    public mutating func begin(isDown: Bool, at time: Instant, emit: Emit) {
        let wasHeld = isHeld
        if wasHeld, isDown { return }
        cancel(at: time, emit: emit)
        if isDown {
            state = .spent
            publish(.down, at: time, emit)
        } else if !wasHeld {
            publish(.up, at: time, emit)
        }
    }

    /// The encoder that belongs to the button was turned.
    public mutating func turned(at time: Instant, emit: Emit) {
        wake(at: time, emit: emit)
        switch state {
        case .held(_, let press):
            state = .spent
            settle(press, at: time, emit)
        case .clicked(_, let owesClick):
            // A press after the turn does not complete a double click.
            state = .idle
            if owesClick { emit(.act(.click), time) }
        case .idle, .spent:
            break
        }
    }

    /// The device is gone. A held button is released, and a pending click becomes final.
    public mutating func cancel(at time: Instant, emit: Emit) {
        wake(at: time, emit: emit)
        let last = state
        state = .idle
        switch last {
        case .idle:
            break
        case .held(_, let press):
            settle(press, at: time, emit)
            publish(.up, at: time, emit)
        case .spent:
            publish(.up, at: time, emit)
        case .clicked(_, let owesClick):
            if owesClick { emit(.act(.click), time) }
        }
    }

    public mutating func wake(at time: Instant, emit: Emit) {
        switch state {
        case .idle, .spent:
            break
        case .held(let since, let press):
            let until = since + timings.long
            guard recognized.contains(.long), time >= until else { return }
            state = .spent
            settle(press, at: until, emit)
            publish(.long, at: until, emit)
        case .clicked(let until, let owesClick):
            guard time >= until else { return }
            state = .idle
            if owesClick { emit(.act(.click), until) }
        }
    }

    private mutating func actOnClick(at time: Instant, _ emit: Emit) {
        state = .idle
        emit(.publish(.click), time)
        emit(.act(.click), time)
    }

    private mutating func click(at time: Instant, _ emit: Emit) {
        let owesClick = bound.contains([.click, .double])
        if recognized.contains(.click) { emit(.publish(.click), time) }
        if bound.contains(.click), !owesClick { emit(.act(.click), time) }
        state = recognized.contains(.double) ? .clicked(until: time + timings.double, owesClick: owesClick) : .idle
    }

    /// No double click can follow any more, so the previous click is final.
    private func settle(_ press: Press, at time: Instant, _ emit: Emit) {
        switch press {
        case .first, .second(owesClick: false): break
        case .second(owesClick: true): emit(.act(.click), time)
        }
    }

    private func publish(_ gesture: ButtonGesture, at time: Instant, _ emit: Emit) {
        guard recognized.contains(gesture) else { return }
        emit(.publish(gesture), time)
        if bound.contains(gesture) { emit(.act(gesture), time) }
    }
}
