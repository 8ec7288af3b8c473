import WheelBridge
import WheelCore
import WheelWire

/// The behaviour of `wheel-uinput`, without a socket, a device or a clock. The input is the daemon's events; the output
/// is actions of the virtual devices.
///
/// The turns that precede the press or the release of a held chord are sent before this press or release. An example: a
/// button of the panel holds Ctrl, and the knob is turned by two detents before the press and by one after it. The
/// first two detents are scrolled before Ctrl is pressed, and the third one while Ctrl is held.
package struct UinputCore: BridgeCore {
    private let settings: UinputSettings
    /// Exchanges values with one peer, which is the virtual device with axes.
    package var exchange: Exchange
    private var turns: [TurnOutput]
    private var gauges: [String: TurnGauge] = [:]
    private var held = HeldKeys()
    /// The effects of the buttons, and the turns that precede them, in the order in which they are sent.
    private var steps: [Step] = []

    private enum Step {
        case press(PressTriggers.Effect)
        case turn(TurnStep)
    }

    package init(_ settings: UinputSettings) {
        self.settings = settings
        turns = settings.turns.map(TurnOutput.init)
        exchange = Exchange(interval: settings.interval, presses: settings.presses.map(\.trigger))
        exchange.configure(settings.axes.map(\.route))
    }

    // MARK: The daemon.

    package mutating func reset() {
        for index in turns.indices { turns[index].reset() }
    }

    package mutating func observe(_ event: Event) {
        if case .value(let value) = event.content { turn(value) }
    }

    private mutating func turn(_ value: ValueEvent) {
        let detents = gauges[value.control]?.detents(of: value)
        for index in turns.indices where turns[index].turn.counts(value) {
            guard let count = turns[index].turn.tick.map({ value.delta / $0 }) ?? detents else { continue }
            turns[index].add(count, interval: settings.interval)
        }
    }

    package mutating func act(_ effect: PressTriggers.Effect) {
        switch effect {
        case .tap: break
        case .hold, .release:
            // While a key such as Ctrl is held, a detent means something else. So the waiting detents are sent first.
            for index in turns.indices { steps += turns[index].flush().map(Step.turn) }
        }
        steps.append(.press(effect))
    }

    package mutating func adopt(_ listing: Listing, unmapped: [Int]) {
        let states = listing.states
        gauges = states.compactMapValues(TurnGauge.init)
        exchange.missing = []
        for turn in settings.turns {
            if let name = turn.control {
                recordMissing("control", name, states.keys)
                if turn.tick == nil, states[name] != nil, gauges[name] == nil {
                    exchange.missing.append(
                        "'\(name)' has neither a step nor a range with two ends: give its turns a 'tick'")
                }
            }
            if case .input(let name) = turn.mover { recordMissing("input", name, listing.inputs.map(\.name)) }
        }
        for case let name? in settings.presses.map(\.trigger.input) {
            recordMissing("input", name, listing.inputs.map(\.name))
        }
        for index in unmapped {
            exchange.missing.append(
                states.lack(
                    of: settings.axes[index].control, selection: "cannot be an axis", remedy: "give its axis a 'range'")
            )
        }
    }

    private mutating func recordMissing(_ kind: String, _ name: String, _ known: some Sequence<String>) {
        if !known.contains(name) { exchange.missing.append(unknownName(name, of: kind, in: known)) }
    }

    // MARK: The devices.

    package mutating func sendActions(at now: Instant, _ act: (UinputAction) -> Void) {
        for step in steps {
            switch step {
            case .press(.tap(let index)): tap(settings.presses[index].keys, act)
            case .press(.hold(let index)): held.press(settings.presses[index].keys, act)
            case .press(.release(let index)): held.release(settings.presses[index].keys, act)
            case .turn(let step): turn(step, act)
            }
        }
        steps.removeAll()
        for index in turns.indices {
            var due: TurnStep?
            turns[index].send(at: now, interval: settings.interval) { due = $0 }
            if let due { turn(due, act) }
        }
        exchange.peers[0].mirror.sendNumbers(at: now) { route, number in
            let axis = settings.axes[route]
            let offset = min(max(number, 0), Double(axis.maximum - axis.minimum))
            act(.axis(axis.code, axis.minimum + Int(offset)))
            return number
        }
    }

    private mutating func turn(_ step: TurnStep, _ act: (UinputAction) -> Void) {
        switch step {
        case .tap(let chord): tap(chord, act)
        case .scroll(let wheel, let units, let notches, let hold):
            held.press(hold, act)
            act(.scroll(wheel, units: units, notches: notches))
            held.release(hold, act)
        }
    }

    private mutating func tap(_ chord: KeyChord, _ act: (UinputAction) -> Void) {
        held.press(chord, act)
        held.release(chord, act)
    }

    /// Releases all keys, because the program ends.
    package mutating func end() { disconnect() }

    package var deadline: Instant? { (turns.map(\.deadline) + [exchange.deadline]).compactMap { $0 }.min() }
}

extension UinputTurn {
    fileprivate func counts(_ value: ValueEvent) -> Bool {
        guard control == nil || control == value.control else { return false }
        switch (mover, value.source) {
        // The control was set by a reload, and not moved.
        case (_, .restore): return false
        case (.anyone, _), (.anyInput, .input): return true
        case (.input(let name), .input(let source)): return name == source
        case (.anyInput, _), (.input, _): return false
        }
    }
}

extension UinputAxis {
    fileprivate var route: MirrorRoute {
        MirrorRoute(control: control, numbers: .whole(upTo: maximum - minimum), part: part, receives: false)
    }
}
