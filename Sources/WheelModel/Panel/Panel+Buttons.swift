import WheelGeometry
import WheelSettings

/// Buttons: what their gestures publish, and what they do.
extension Panel {
    /// The names of an input's buttons, in the order of the indices that changes hold. An only button has the name "".
    public func buttonNames(of input: Int) -> [String] { inputs[input].buttons.map(\.name) }

    /// The index of an input's button; one that the configuration does not name gets the input's own bindings.
    public mutating func button(named name: String, of input: Int) -> Int {
        if let known = inputs[input].buttons.firstIndex(where: { $0.name == name }) { return known }
        let button = ButtonState(name: name, bindings: settings.inputs[input].bindings, timings: settings.buttons)
        inputs[input].buttons.append(button)
        return inputs[input].buttons.count - 1
    }

    /// A button goes down. Whatever encoders and clients had open on what its input turns is committed.
    public mutating func press(_ input: Int, button: Int, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        if inputs[input].buttons[button].bindings.down == .none {
            commitTurned(by: input, &moment)
        }
        play(input, button, &moment) { $0.press(at: $1, emit: $2) }
    }

    /// A button comes up.
    public mutating func release(_ input: Int, button: Int, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        play(input, button, &moment) { $0.release(at: $1, emit: $2) }
    }

    /// The device of an input is gone: its buttons are released, its fingers are no more, and what it had open is
    /// committed.
    public mutating func detach(_ input: Int, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        for button in inputs[input].buttons.indices {
            play(input, button, &moment) { $0.cancel(at: $1, emit: $2) }
        }
        inputs[input].rate = TurnRate()
        cancelTouches(surface: input, at: time, into: &moment)
        // Fingers that come down on the next device may have the same numbers.
        surfaces[input].fingers.removeAll(keepingCapacity: true)
        for control in controls.indices where controls[control].interaction.isHeld(by: .encoder(input: input)) {
            controls[control].interaction.release(.encoder(input: input))
            settle(control, &moment)
        }
    }

    // MARK: What the panel asks for.

    /// Tells an input's buttons that it is turned, so that a click before the turn and one after it are no double
    /// click. Returns what the first held button makes of the turn.
    mutating func tellButtons(turned input: Int, _ moment: inout Moment) -> TurnAction? {
        var held: TurnAction?
        // By index, since a button with all its bindings is large to copy, and this is done at every detent.
        for button in inputs[input].buttons.indices
        where !inputs[input].buttons[button].machine.isIdle && inputs[input].buttons[button].bindings.turn != .none {
            let isHeld = inputs[input].buttons[button].machine.isHeld
            if isHeld, held != nil { continue }
            play(input, button, &moment) { $0.turned(at: $1, emit: $2) }
            if isHeld { held = inputs[input].buttons[button].bindings.turn }
        }
        return held
    }

    mutating func wakeButtons(_ moment: inout Moment) {
        for input in inputs.indices {
            for button in inputs[input].buttons.indices {
                guard let due = inputs[input].buttons[button].machine.deadline, due <= moment.time else { continue }
                play(input, button, &moment) { $0.wake(at: $1, emit: $2) }
            }
        }
    }

    mutating func askForWakeOfButtons() {
        for input in inputs.indices {
            for button in inputs[input].buttons.indices {
                if let due = inputs[input].buttons[button].machine.deadline { wake(noLaterThan: due) }
            }
        }
    }

    // MARK: How it is done.

    /// Lets one button's machine take an event, then does what comes out of it, in its order.
    private mutating func play(
        _ input: Int, _ button: Int, _ moment: inout Moment,
        _ event: (inout ButtonMachine, Instant, ButtonMachine.Emit) -> Void
    ) {
        // The kept list leaves the panel for as long as actions may change the panel.
        var outputs: [TimedOutput] = []
        swap(&outputs, &buttonOutputs)
        event(&inputs[input].buttons[button].machine, moment.time) { outputs.append(TimedOutput(output: $0, time: $1)) }
        if let due = inputs[input].buttons[button].machine.deadline { wake(noLaterThan: due) }
        let now = moment.time
        for next in outputs {
            moment.time = next.time
            switch next.output {
            case .publish(let gesture):
                moment.append(.press(input: input, button: button, gesture))
                if gesture == .down { commitTurned(by: input, &moment) }
            case .act(let gesture):
                let action = inputs[input].buttons[button].bindings.action(of: gesture)
                perform(action, of: input, &moment)
            }
        }
        moment.time = now
        outputs.removeAll(keepingCapacity: true)
        swap(&outputs, &buttonOutputs)
    }

    /// Commits the control that an input turns, and others that it has turned and still holds. Controls that hands may
    /// not move now are left alone.
    private mutating func commitTurned(by input: Int, _ moment: inout Moment) {
        let target = target(of: input)
        let hand = Interaction.Holder.encoder(input: input)
        for control in controls.indices where controls[control].isEditing && isOpenToHands(control) {
            guard control == target || controls[control].interaction.isHeld(by: hand) else { continue }
            controls[control].interaction.releaseAtPress()
            settle(control, &moment)
        }
    }
}

/// One button of an input.
struct ButtonState: Sendable {
    let name: String
    let bindings: ButtonBindings
    var machine: ButtonMachine

    init(name: String, bindings: ButtonBindings, timings: ButtonTimings) {
        self.name = name
        self.bindings = bindings
        var recognized: ButtonGestures = []
        var bound: ButtonGestures = []
        for gesture in ButtonGesture.allCases {
            switch bindings.action(of: gesture) {
            case .none: break
            case .emit: recognized.insert(ButtonGestures(gesture))
            default:
                recognized.insert(ButtonGestures(gesture))
                bound.insert(ButtonGestures(gesture))
            }
        }
        machine = ButtonMachine(recognized: recognized, bound: bound, timings: timings)
    }
}

/// What a button's machine asks for, and when it became due.
struct TimedOutput: Sendable {
    var output: ButtonMachine.Output
    var time: Instant
}

extension ButtonBindings {
    func action(of gesture: ButtonGesture) -> Action {
        switch gesture {
        case .down: down
        case .up: up
        case .click: click
        case .double: double
        case .long: long
        }
    }
}
