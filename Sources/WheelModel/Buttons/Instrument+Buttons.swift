import WheelCore

/// Publishes the gestures that the button machines recognise, and performs their actions.
///
/// Each event passes through `play`: the button's machine appends its outputs to a list, and each output is then
/// performed with its own time. For example, if a double click has an action, the action of a click waits for
/// `timings.double` after the release. The action then has the time at which it was due, even if the daemon was busy at
/// that time.
///
/// A press also commits the control that the input turns and the controls that its knob holds, because a press confirms
/// their values. Effects that last while a button is held are in `HandRules.swift`.
extension Instrument {
    /// The names of an input's buttons. A `Change` refers to a button by its index in this list. A single button has
    /// the name "".
    public func buttonNames(of input: Int) -> [String] { inputs[input].buttons.map(\.name) }

    /// The index of an input's button. A button that the configuration does not name is added with the input's own
    /// bindings.
    public mutating func button(named name: String, of input: Int) -> Int {
        if let known = inputs[input].buttons.firstIndex(where: { $0.name == name }) { return known }
        let button = ButtonState(name: name, bindings: settings.inputs[input].bindings, timings: settings.buttons)
        inputs[input].buttons.append(button)
        return inputs[input].buttons.count - 1
    }

    mutating func press(_ input: Int, button: Int, _ changes: inout Changes) {
        if inputs[input].buttons[button].bindings.down == .none {
            commitTurned(by: input, &changes)
        }
        play(input, button, &changes) { $0.press(at: $1, emit: $2) }
    }

    mutating func release(_ input: Int, button: Int, _ changes: inout Changes) {
        let applies = inputs[input].buttons[button].appliesAtClick && mayApply(input)
        play(input, button, &changes) { $0.release(at: $1, actsAtOnce: applies, emit: $2) }
    }

    /// Begins or ends the time in which a change of the button's level is not certain yet. Meanwhile the button has no
    /// deadline, so that its press does not become a long press: the button may already have been released.
    mutating func settle(
        _ input: Int, button: Int, _ isSettling: Bool, _ changes: inout Changes
    ) {
        inputs[input].buttons[button].isSettling = isSettling
        guard let due = inputs[input].buttons[button].deadline else { return }
        schedule(noLaterThan: due)
        wake(at: changes.time, into: &changes)
    }

    /// Whether the input's control has a draft that hands may apply.
    private func mayApply(_ input: Int) -> Bool {
        target(of: input).map { controls[$0].isPending && isOpenToHands($0) } ?? false
    }

    /// Applies the level of a button whose device has just been connected. The action of `down` or `up` is performed.
    /// No value is committed, since no hand has pressed the button.
    mutating func begin(
        _ input: Int, button: Int, isDown: Bool, _ changes: inout Changes
    ) {
        play(input, button, isInitial: true, &changes) { $0.begin(isDown: isDown, at: $1, emit: $2) }
    }

    public func heldButtons(of input: Int) -> [String] {
        inputs[input].buttons.filter(\.machine.isHeld).map(\.name)
    }

    /// Releases all buttons of an input whose device was lost.
    package mutating func releaseButtons(of input: Int, _ changes: inout Changes) {
        for button in inputs[input].buttons.indices {
            inputs[input].buttons[button].isSettling = false
            play(input, button, &changes) { $0.cancel(at: $1, emit: $2) }
        }
    }

    /// Drops the partial turns of an input whose device was lost, and releases the controls that its knob holds.
    package mutating func detach(_ input: Int, _ changes: inout Changes) {
        inputs[input].rate = TurnRate()
        inputs[input].approach = AxisApproach()
        inputs[input].group = DetentGroup()
        inputs[input].nudge = nil
        inputs[input].lighting = Lighting()
        for control in controls.indices where controls[control].value.interaction.isHeld(by: .encoder(input: input)) {
            controls[control].value.interaction.release(.encoder(input: input))
            commitIfReleased(control, &changes)
        }
    }

    // MARK: Button machines

    /// Reports a turn to the buttons that have a turn action, so that a click before the turn and a click after it do
    /// not make a double click. Returns the turn action of the first such button that is held.
    mutating func notifyButtons(turned input: Int, _ changes: inout Changes) -> TurnAction? {
        var held: TurnAction?
        // The loop uses indices: it runs at every detent, and copying a button with its bindings is expensive.
        for button in inputs[input].buttons.indices
        where !inputs[input].buttons[button].machine.isIdle && inputs[input].buttons[button].bindings.turn != .none {
            let isHeld = inputs[input].buttons[button].machine.isHeld
            if isHeld, held != nil { continue }
            play(input, button, &changes) { $0.turned(at: $1, emit: $2) }
            if isHeld { held = inputs[input].buttons[button].bindings.turn }
        }
        return held
    }

    /// Whether a held button changes the effect of turns.
    func holdsButtonThatTurns(_ input: Int) -> Bool {
        for button in inputs[input].buttons.indices
        where inputs[input].buttons[button].machine.isHeld && inputs[input].buttons[button].bindings.turn != .none {
            return true
        }
        return false
    }

    /// Makes a held button spent: its press becomes neither a click nor a long press.
    mutating func spend(_ input: Int, _ button: Int, _ changes: inout Changes) {
        guard !inputs[input].buttons[button].machine.isSpent else { return }
        play(input, button, &changes) { $0.turned(at: $1, emit: $2) }
    }

    mutating func wakeButtons(_ changes: inout Changes) {
        for input in inputs.indices {
            for button in inputs[input].buttons.indices {
                guard let due = inputs[input].buttons[button].deadline, due <= changes.time else { continue }
                play(input, button, &changes) { $0.wake(at: $1, emit: $2) }
            }
        }
    }

    // MARK: Implementation

    private mutating func play(
        _ input: Int, _ button: Int, isInitial: Bool = false, _ changes: inout Changes,
        _ event: (inout ButtonMachine, Instant, ButtonMachine.Emit) -> Void
    ) {
        // The list is moved out of the instrument, because the actions modify the instrument.
        var outputs: [TimedOutput] = []
        swap(&outputs, &buttonOutputs)
        let wasHeld = inputs[input].buttons[button].machine.isHeld
        event(&inputs[input].buttons[button].machine, changes.time) {
            outputs.append(TimedOutput(output: $0, time: $1))
        }
        schedule(noLaterThan: inputs[input].buttons[button].deadline)
        let isHeld = inputs[input].buttons[button].machine.isHeld
        if isHeld, !wasHeld, inputs[input].buttons[button].bindings.turn != .none { inputs[input].nudge = 0 }
        var endsEffects = wasHeld && !isHeld
        let now = changes.time
        for next in outputs {
            changes.time = next.time
            switch next.output {
            case .publish(let gesture):
                changes.beginStep()
                changes.append(.press(input: input, button: button, gesture, isInitial: isInitial))
                if gesture == .down, !isInitial { commitTurned(by: input, &changes) }
                if gesture == .up, endsEffects {
                    endEffects(of: input, button, &changes)
                    endsEffects = false
                }
            case .act(let gesture):
                // When a button is released, the lock that it has held ends first: otherwise this lock would block the
                // button's action.
                if endsEffects { endEffects(of: input, button, &changes) }
                endsEffects = false
                perform(inputs[input].buttons[button].bindings.action(of: gesture), of: input, &changes)
            }
        }
        changes.time = now
        if endsEffects { endEffects(of: input, button, &changes) }
        if isHeld, !wasHeld { beginEffects(of: input, button, &changes) }
        // If a turn has caused these outputs, the changes of the turn itself follow as a step of their own.
        changes.beginStep()
        outputs.removeAll(keepingCapacity: true)
        swap(&outputs, &buttonOutputs)
    }

    /// Performs the requests that are bound to a gesture. Hands receive no errors: a refused request has no effect.
    private mutating func perform(_ action: Action, of input: Int, _ changes: inout Changes) {
        let requests: [Request]
        switch action {
        case .requests(let bound): requests = bound
        case .apply: requests = [Request(.apply)]
        case .none: return
        }
        changes.beginAction()
        defer { changes.endAction() }
        for request in requests {
            _ = try? perform(request, by: .input(input), at: changes.time, into: &changes)
        }
    }

    /// Commits the control that an input turns, and all controls that its knob still holds. Controls that hands may not
    /// move now are skipped.
    private mutating func commitTurned(by input: Int, _ changes: inout Changes) {
        let target = target(of: input)
        let hand = Interaction.Holder.encoder(input: input)
        for control in controls.indices where controls[control].isEditing && isOpenToHands(control) {
            guard control == target || controls[control].value.interaction.isHeld(by: hand) else { continue }
            controls[control].value.interaction.releaseAtPress()
            commitIfReleased(control, &changes)
        }
    }
}

struct ButtonState: Sendable {
    let name: String
    let bindings: ButtonBindings
    /// Whether a click applies a pending value. The answer is stored, because computing it at each release would copy
    /// the bindings.
    let appliesAtClick: Bool
    var machine: ButtonMachine
    var isSettling = false

    var deadline: Instant? { isSettling ? nil : machine.deadline }

    init(name: String, bindings: ButtonBindings, timings: ButtonTimings) {
        self.name = name
        self.bindings = bindings
        appliesAtClick = bindings.appliesAtClick
        var recognized: ButtonGestures = []
        var bound: ButtonGestures = []
        for gesture in ButtonGesture.allCases {
            switch bindings.action(of: gesture) {
            case .none: break
            case .emit, .apply: recognized.insert(ButtonGestures(gesture))
            default:
                recognized.insert(ButtonGestures(gesture))
                bound.insert(ButtonGestures(gesture))
            }
        }
        machine = ButtonMachine(recognized: recognized, bound: bound, timings: timings)
    }
}

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
