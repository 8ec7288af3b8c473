import WheelGeometry
import WheelSettings

/// Restores the state of an earlier run or of an earlier configuration.
extension Panel {
    /// The stored state of a control. Parts that no longer fit the control are ignored.
    public struct Remembered: Equatable, Sendable {
        public var value: GivenValue?
        public var speed: String?
        /// The position under a selection's cursor.
        public var cursor: Int?
        /// The turns of a wrapping control.
        public var rotations: Int?

        public init(value: GivenValue? = nil, speed: String? = nil, cursor: Int? = nil, rotations: Int? = nil) {
            self.value = value
            self.speed = speed
            self.cursor = cursor
            self.rotations = rotations
        }
    }

    /// Restores a control before clients connect: nothing is published and nothing is committed. Returns the reason if
    /// the value could not be restored.
    @discardableResult
    public mutating func restore(_ control: Int, _ remembered: Remembered) -> OutOfKind? {
        if let name = remembered.speed, let speed = try? directory.speed(name, of: control) {
            controls[control].speed = speed
        }
        var refusal: OutOfKind?
        if let value = remembered.value {
            do throws(PanelRefusal) {
                try check(value, for: control)
                _ = apply(value, to: control)
                controls[control].lastWrite = .earlierRun
            } catch {
                if case .outOfKind(let reason) = error { refusal = reason }
            }
        }
        if let cursor = remembered.cursor, controls[control].kind == .selection {
            _ = controls[control].put(Double(cursor))
        }
        if let rotations = remembered.rotations, controls[control].rotations != nil {
            controls[control].restoreTurns(rotations)
        }
        forgetPending(of: control)
        return refusal
    }

    /// Restores an input's focus, if the input may still turn that control.
    public mutating func restoreFocus(of input: Int, on control: Int) {
        guard settings.inputs[input].controls.contains(control) else { return }
        inputs[input].ownFocus = control
        if pageControl(of: input) == nil { inputs[input].focus = control }
    }

    /// Shows a page before clients connect.
    public mutating func restorePage(_ page: Int) {
        guard settings.pages.indices.contains(page) else { return }
        self.page = page
        for input in inputs.indices { inputs[input].focus = pageControl(of: input) ?? inputs[input].ownFocus }
    }

    /// Takes over the state of another panel in which everything is committed: values, speeds, focus, held buttons,
    /// stored presets, page and locks, matched by name. A control that cannot keep its value publishes and commits its new one. Fingers
    /// that are down are ignored until they lift.
    public mutating func takeOver(from other: Panel, at time: Instant, into moment: inout Moment) {
        moment.beginStep()
        for index in controls.indices {
            guard let old = other.directory.place(ofControl: controls[index].settings.name) else { continue }
            takeOver(index, from: other.controls[old], &moment)
        }
        for (index, input) in settings.inputs.enumerated() {
            guard let old = other.settings.inputs.firstIndex(where: { $0.name == input.name }) else { continue }
            // A device that stays connected does not name its buttons again, so they keep their indices.
            for held in other.inputs[old].buttons {
                let button = button(named: held.name, of: index)
                inputs[index].buttons[button].machine.adoptState(of: held.machine)
            }
            let held = other.inputs[old].lighting
            inputs[index].lighting = held.renumbered { button(named: other.inputs[old].buttons[$0].name, of: index) }
            surfaces[index].ignoreFingers(of: other.surfaces[old])
            if let focus = other.inputs[old].ownFocus,
                let control = try? directory.control(other.controls[focus].settings.name)
            {
                restoreFocus(of: index, on: control)
            }
        }
        scheduleWakeOfButtons()
        keepPresets(of: other)
        lockIsSet = other.lockIsSet
        isHeldLocked = other.isHeldLocked
        // What buttons hold ends, since they may be bound to something else now. A switch that tells its level stays closed:
        // nobody closes it again.
        effectiveButtons = switchesHeld
        applyEffects(&moment)
        if let page = other.page,
            let new = settings.pages.firstIndex(where: { $0.name == other.settings.pages[page].name })
        {
            restorePage(new)
        }
    }

    /// Takes over the state of the control of the same name. A control that cannot keep its value publishes and commits
    /// its new one.
    mutating func takeOver(_ index: Int, from old: Control, _ moment: inout Moment) {
        let settings = controls[index].settings
        guard old.settings != settings else {
            // The whole state is kept, including the turns since the last set and the chart's view.
            controls[index] = old
            return forgetPending(of: index)
        }
        controls[index].hands.lockIsSet = old.hands.lockIsSet
        controls[index].hands.isHeldLocked = old.hands.isHeldLocked
        if old.settings.kind == settings.kind { restore(index, old.remembered(for: settings)) }
        defer { controls[index].lastWrite = old.settings.kind == settings.kind ? old.lastWrite : nil }
        guard !controls[index].stands(where: old) else { return }
        let isOfSameUnit = old.kind.hasPositions ? old.kind == settings.kind : !settings.kind.hasPositions
        let before = isOfSameUnit ? old.unwrapped(for: controls[index].law) : controls[index].unwrapped
        publish(index, movedFrom: before, by: .restore, hold: nil, &moment)
        settle(index, &moment)
    }
}

extension Control {
    /// Whether the value is the same for a client that knows positions by their names.
    fileprivate func stands(where other: Control) -> Bool {
        switch (settings.quantity, other.settings.quantity) {
        case (.float, .float), (.int, .int): return number == other.number && rotations == other.rotations
        case (.choice(let own), .choice(let others)):
            return own.positions[Int(number)].name == others.positions[Int(other.number)].name
        case (.selection(let own), .selection(let others)):
            return own.positions[Int(number)].name == others.positions[Int(other.number)].name
                && selectedNames(of: own) == other.selectedNames(of: others)
        default: return false
        }
    }

    /// The unwrapped value for a law that may wrap differently.
    fileprivate func unwrapped(for new: NumberLaw) -> UnwrappedNumber {
        guard let wrap = law.wrap, wrap != new.wrap else { return unwrapped }
        return UnwrappedNumber(number: number + Double(rotations ?? 0) * wrap.turn, turns: 0)
    }

    private func selectedNames(of quantity: PositionSettings) -> [String] {
        var names: [String] = []
        selected.forEach { names.append(quantity.positions[$0].name) }
        return names
    }

    /// The state that another control of this name, possibly with other positions, can take over.
    fileprivate func remembered(for new: ControlSettings) -> Panel.Remembered {
        var remembered = Panel.Remembered(
            speed: settings.speeds[speed].name, rotations: rotations)
        switch (settings.quantity, new.quantity) {
        case (.choice(let old), .choice(let new)):
            remembered.value = new.index(ofPosition: Int(number), of: old).map { .position($0) }
        case (.selection(let old), .selection(let new)):
            var chosen: [Int] = []
            selected.forEach { position in
                if let index = new.index(ofPosition: position, of: old) { chosen.append(index) }
            }
            remembered.value = .positions(chosen)
            remembered.cursor = new.index(ofPosition: Int(number), of: old)
        default: remembered.value = .number(number)
        }
        return remembered
    }
}

extension PositionSettings {
    /// The index of the position with the same name.
    fileprivate func index(ofPosition position: Int, of other: PositionSettings) -> Int? {
        positions.firstIndex { $0.name == other.positions[position].name }
    }
}
