import WheelCore

/// Recognises the gestures of one button: down, up, click, double click and long press.
///
/// The machine receives presses, releases, turns of the knob, and the time. The outputs are gestures to publish and
/// actions to perform, each with its time. Gestures are published at once. Actions are performed at once, too, with one
/// exception: if both a click and a double click have an action, the action of a click waits until no second press can
/// follow.
///
///     actions for click and double    down 0 ms, up 80 ms, down 200 ms, up 260 ms
///     published                       down 0, up 80, click 80, down 200, up 260, double 260
///     performed                       double 260
///
/// If no second press follows, the action of the click is performed at 80 ms + `timings.double`. The action has this
/// time even if the machine is woken later. A turn between the two presses makes two clicks instead of a double click.
/// A turn while the button is held makes the button *spent*: its press becomes neither a click nor a long press.
///
/// The machine has no clock. The machine's owner calls `wake(at:emit:)` at `deadline`. If the call is late or an event
/// arrives before it, the outputs and their times are the same as after a call in time.
public struct ButtonMachine: Equatable, Sendable {
    public enum Output: Equatable, Sendable {
        case publish(ButtonGesture)
        case act(ButtonGesture)
    }

    public typealias Emit = (Output, Instant) -> Void

    private enum State: Equatable {
        case idle
        /// The button is down. The press may still become a click, a double click or a long press.
        case held(since: Instant, Press)
        /// The button is down after a long press or a turn, or since its device was connected. Only `up` can follow.
        case spent
        /// The button was clicked once. A press before `until` is the second press of a double click.
        case clicked(until: Instant, owesClick: Bool)
    }

    private enum Press: Equatable {
        case first
        /// The press after a click. If `owesClick` is true, the action of that click has not been performed yet.
        case second(owesClick: Bool)
    }

    /// The gestures that this button can make. Without `long`, a press of any length is a click.
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

    var isSpent: Bool { state == .spent }

    /// Whether the button is neither held nor just clicked. In this state a turn does not change the machine.
    var isIdle: Bool {
        switch state {
        case .idle: true
        case .held, .spent, .clicked: false
        }
    }

    public var deadline: Instant? {
        switch state {
        case .idle, .spent: nil
        case .held(let since, _): recognized.contains(.long) ? since + timings.long : nil
        // If no action is due at `until`, the machine need not be woken: the next press compares its own time with
        // `until`.
        case .clicked(let until, let owesClick): owesClick ? until : nil
        }
    }

    /// Copies the state that the button had before a reload, so that a held button stays held. The time of a long press
    /// is computed with the new timings.
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
            break  // The press is ignored, because the button is down: each `down` has exactly one `up`.
        }
    }

    /// Releases the button. With `actsAtOnce`, `act(.click)` is emitted now, even if the click has no action, unless
    /// the button is spent. Such a click cannot be the first of a double click.
    public mutating func release(at time: Instant, actsAtOnce: Bool = false, emit: Emit) {
        wake(at: time, emit: emit)
        switch state {
        case .idle, .clicked:
            break  // The release is ignored: its press was lost, or the device was replaced while the button was down.
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

    /// Receives the level of a button whose device has just been connected. A button that was not held before and is
    /// down becomes spent, so that its release makes no click.
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

    /// Releases a held button, and performs the action of a click that waits for a second press, because the device was
    /// lost.
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

    /// Performs the action of the click before this press, if the action still waits: the press can no longer become a
    /// double click.
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
