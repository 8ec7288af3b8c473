import LinuxSystem
import WheelGeometry
import WheelInput
import WheelModel
import WheelProtocol

/// What inputs do: each event enters the model with the kernel's time, and what comes of it is published at once.
extension Daemon: InputReceiver {
    func turned(input: Int, units: Int, at time: Instant) {
        note(input, at: time)
        panel.turn(input, by: units, at: time, into: &changes)
        feel(input)
        publishChanges()
    }

    func pressed(input: Int, button: Int, at time: Instant) {
        note(input, at: time)
        panel.press(input, button: button, at: time, into: &changes)
        publishChanges()
    }

    func released(input: Int, button: Int, at time: Instant) {
        note(input, at: time)
        panel.release(input, button: button, at: time, into: &changes)
        publishChanges()
    }

    func touched(input: Int, contacts: [TouchContact], at time: Instant) {
        note(input, at: time)
        panel.touch(surface: input, contacts: contacts, at: time, into: &changes)
        // Two fingers on a chart move it and change no value.
        isPictureOld = true
        publishChanges()
    }

    func touchesCancelled(input: Int, at time: Instant) {
        panel.cancelTouches(surface: input, at: time, into: &changes)
        publishChanges()
    }

    func surfaceChanged(input: Int, _ surface: TouchSurfaceSize, at time: Instant) {
        surfaces[input] = surface
        arrangeSurface(input)
    }

    func stateChanged(input: Int, _ state: InputDeviceState, detail: String, at time: Instant) {
        inputs[input].state = DeviceState(state)
        if state == .lost {
            panel.detach(input, at: time, into: &changes)
            publishChanges()
        }
        publisher?.publish(device: .input(input), inputs[input].state, detail: detail, at: time)
    }

    func dropped(input: Int, count: Int, at time: Instant) {
        inputs[input].dropped += count
        publisher?.publish(droppedBy: input, count: count, total: inputs[input].dropped, at: time)
        guard inputs[input].isDropToBeTold(at: Daemon.now) else { return }
        Log.warning(
            "input \(settings.inputs[input].name): the kernel has dropped events (\(count), \(inputs[input].dropped) so far)"
        )
    }

    func raw(input: Int, code: String, value: Int, at time: Instant) {
        publisher?.publish(rawOf: input, code: code, value: value, at: time)
    }

    func button(named name: String, of input: Int) -> Int { buttons(named: [name], of: input)[0] }

    /// Names are written down once for all of them.
    func buttons(named names: [String], of input: Int) -> [Int] {
        let known = panel.buttonNames(of: input).count
        let buttons = names.map { panel.button(named: $0, of: input) }
        if panel.buttonNames(of: input).count > known { publisher?.rename(self.names) }
        return buttons
    }

    private func note(_ input: Int, at time: Instant) {
        noteHand()
        inputs[input].eventsIn += 1
        inputs[input].lastEvent = time
    }

    /// A tick for a detent that has moved something, a bump at an end.
    private func feel(_ input: Int) {
        for change in changes.changes {
            switch change.event {
            case .limit(_, _, .input(input)): inputs[input].feel(.bump)
            case .value(let value) where value.source == .input(input) && !settings.panel.inputs[input].isDetentless:
                inputs[input].feel(.tick)
            default: break
            }
        }
    }

    /// After everything has been sent: clients come first. The hub keeps effects apart and never waits.
    func playHaptics() {
        for input in inputs.indices {
            while let effect = inputs[input].takeEffect() { hub?.haptic(input, effect) }
        }
    }

    /// Opens the devices that there are, and waits for the others.
    func openInputs() {
        let hub = InputHub(
            loop: loop, settings: settings.inputs, panelInputs: settings.panel.inputs,
            buttonDebounce: settings.buttonDebounce, receiver: self)
        self.hub = hub
        hub.start(at: Daemon.now)
    }

    /// Raw events are told while somebody asks for them; whoever begins to is told how things stand.
    func followRawSubscriptions() {
        let wanted = publisher?.wantsRaw ?? false
        let subscriptions = publisher?.rawSubscriptions ?? 0
        guard wanted != tellsRaw || wanted && subscriptions != answeredRawSubscriptions else { return }
        tellsRaw = wanted
        answeredRawSubscriptions = subscriptions
        for input in inputs.indices { hub?.tellRaw(wanted, of: input, at: Daemon.now) }
    }
}

extension DeviceState {
    fileprivate init(_ state: InputDeviceState) {
        switch state {
        case .waiting: self = .waiting
        case .attached: self = .attached
        case .lost: self = .lost
        }
    }
}
