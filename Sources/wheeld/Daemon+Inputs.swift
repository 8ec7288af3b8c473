import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelWire

/// Inputs. Each event enters the panel with its time, which for a device is the kernel's. The resulting changes are
/// published at once.
extension Daemon: InputReceiver {
    func receive(_ event: InputEvent, from input: Int, at time: Instant) {
        enter(.input(input, event, onlyLights: countEvent(event, from: input, at: time)), at: time)
    }

    func take(_ event: InputEvent, from input: Int, at time: Instant, onlyLights: Bool) {
        panel.receive(event, from: input, at: time, onlyLights: onlyLights, into: &changes)
        if case .turned = event { publishChanges(turnedBy: input) } else { publishChanges() }
        switch event {
        // Two fingers can move a chart, which changes the picture but no value.
        case .touched: isPictureOld = true
        case .surface(let size):
            surfaces[input] = size
            arrangeSurface(input)
            isPictureOld = true
        // The hand of a view has no device whose state could be published.
        case .state where settings.panel.inputs[input].view != nil: break
        case .state(let state, let detail):
            inputs[input].state = state
            inputs[input].detail = detail
            missingKnobs.isOld = true
            isPictureOld = true
            if state == .lost, case .client = settings.panel.inputs[input].source {
                surfaces[input] = nil
                arrangeSurface(input)
            }
            server?.publish(.inputDevice(input: settings.panel.inputs[input].name, state, detail: detail), at: time)
        case .dropped(let count): reportDropped(count, by: input, at: time)
        case .merged(let count): inputs[input].merged += count
        case .raw(let code, let value):
            server?.publish(.raw(input: settings.panel.inputs[input].name, code: code, value: value), at: time)
        default: break
        }
    }

    func buttons(named names: [String], of input: Int) -> [Int] {
        enter(.buttons(names, input: input), at: now)
        return names.map { name in panel.prepare { $0.button(named: name, of: input) } }
    }

    /// Adds the buttons of a device. The server gets the new names of all of them at once.
    func addButtons(named names: [String], of input: Int) {
        let known = instrument.buttonNames(of: input).count
        for name in names { _ = panel.prepare { $0.button(named: name, of: input) } }
        if instrument.buttonNames(of: input).count > known { server?.rename(self.names) }
    }

    /// Counts an event of a hand. Returns whether the event only lights a dark display.
    private func countEvent(_ event: InputEvent, from input: Int, at time: Instant) -> Bool {
        let touched: Int?
        switch event {
        case .turned, .moved, .pressed, .released: touched = nil
        case .touched: touched = settings.panel.inputs[input].touchedDisplay
        default: return false
        }
        inputs[input].eventsIn += 1
        inputs[input].lastEvent = time
        let onlyLights = recordHand(on: touched)
        // A view is never dark: its client sees what it touches.
        return onlyLights && settings.panel.inputs[input].view == nil
    }

    private func reportDropped(_ count: Int, by input: Int, at time: Instant) {
        inputs[input].dropped += count
        let total = inputs[input].dropped
        let settings = settings.panel.inputs[input]
        server?.publish(.dropped(input: settings.name, count: count, total: total), at: time)
        guard inputs[input].isDropLogged(at: .now) else { return }
        let what = if case .gpio = settings.source { "edges were lost" } else { "the kernel has dropped events" }
        Log.warning("input \(settings.name): \(what) (\(count), \(total) so far)")
    }

    /// Queues a tick if a turn has changed a value or a pending value, and a bump at an end of the range.
    func queueHaptics(for change: Change, of input: Int) {
        switch change.event {
        case .limit(_, _, .input(input)): queueHaptics(.bump, of: input)
        case .value(let value) where value.source == .input(input) && !settings.panel.inputs[input].isDetentless:
            queueHaptics(.tick, of: input)
        case .pending(_, _, .input(input), _) where !settings.panel.inputs[input].isDetentless:
            queueHaptics(.tick, of: input)
        default: break
        }
    }

    private func queueHaptics(_ effect: HapticEffect, of input: Int) {
        inputs[input].queueHaptics(effect)
        if !inputsWithEffects.contains(input) { inputsWithEffects.append(input) }
    }

    /// Plays queued effects, after all events were sent to clients. The devices keep effects apart in time, and the
    /// loop never waits for them.
    func playHaptics() {
        while let input = inputsWithEffects.popLast() {
            while let effect = inputs[input].nextEffect() { hub?.playHaptics(effect, of: input) }
        }
    }

    func openInputs() {
        let hub = InputHub(
            loop: loop, settings: settings.panel.inputs, buttonDebounce: settings.buttonDebounce, receiver: self)
        self.hub = hub
        hub.start(at: .now)
    }

    /// Turns raw events on while a client subscribes to them. After each new subscription every input reports its raw
    /// state once more.
    func followRawSubscriptions() {
        let wanted = server?.wantsRaw ?? false
        let subscriptions = server?.rawSubscriptions ?? 0
        guard wanted != reportsRaw || wanted && subscriptions != answeredRawSubscriptions else { return }
        reportsRaw = wanted
        answeredRawSubscriptions = subscriptions
        for input in inputs.indices { hub?.reportRaw(wanted, of: input, at: .now) }
    }
}
