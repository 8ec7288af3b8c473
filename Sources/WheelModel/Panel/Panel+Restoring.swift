import WheelGeometry
import WheelSettings

/// Restores the state of an earlier run or of an earlier configuration.
extension Panel {
    /// What is kept of a control, by names, since the configuration may change in between.
    public struct Remembered: Equatable, Sendable {
        public var value: ControlValue?
        public var speed: String?
        /// The position under a selection's cursor.
        public var cursor: String?
        /// The turns of a wrapping control.
        public var rotations: Int?

        public init(
            value: ControlValue? = nil, speed: String? = nil, cursor: String? = nil, rotations: Int? = nil
        ) {
            self.value = value
            self.speed = speed
            self.cursor = cursor
            self.rotations = rotations
        }

        /// A control without a value of its own keeps none.
        public init(_ control: Control) {
            self.init(
                value: control.hasValue ? ControlValue(control) : nil,
                speed: control.settings.speeds[control.speed].name, cursor: control.cursor,
                rotations: control.rotations)
        }
    }

    /// A part that does not fit a control.
    public enum Misfit: Equatable, Sendable {
        /// The control takes its own value instead.
        case value(ControlValue, CommandRefusal)
        /// The number is none of the control's, which takes another.
        case number(Double, now: Double)
        /// A position of a selection's value is gone.
        case position(String)
        case cursor(String)
        case speed(String)
    }

    /// Restores what fits of a control, without publishing it. All ways go through here on which a control may change between
    /// two panels: a reload, a definition, what is remembered of a definition, and the state file.
    ///
    /// Returns whether the value fits.
    @discardableResult
    public mutating func restore(
        _ control: Int, _ remembered: Remembered, misfit: (Misfit) -> Void = { _ in }
    ) -> Bool {
        var fits = false
        if let value = remembered.value {
            do throws(CommandRefusal) {
                let given = try directory.value(keeping(value, of: control, misfit), of: control)
                try checkFit(given, of: control)
                _ = controls[control].make(.set(given), onDraft: false)
                controls[control].lastWrite = .earlierRun
                fits = true
                if case .number(let number) = given, controls[control].number != number {
                    misfit(.number(number, now: controls[control].number))
                }
            } catch {
                misfit(.value(value, error))
            }
        }
        if let name = remembered.speed {
            if let speed = try? directory.speed(name, of: control) {
                controls[control].speed = speed
            } else {
                misfit(.speed(name))
            }
        }
        if let name = remembered.cursor, controls[control].kind == .selection {
            if let cursor = try? directory.position(name, of: control) {
                _ = controls[control].value.put(Double(cursor))
            } else {
                misfit(.cursor(name))
            }
        }
        if let rotations = remembered.rotations, controls[control].rotations != nil {
            controls[control].value.restoreTurns(rotations)
        }
        controls[control].resetDraft()
        return fits
    }

    private func checkFit(_ value: GivenValue, of control: Int) throws(CommandRefusal) {
        do throws(PanelRefusal) {
            try check(value, for: control)
        } catch {
            throw .refused(error, settings.controls[control])
        }
    }

    /// A selection's value without positions that no longer exist.
    private func keeping(_ value: ControlValue, of control: Int, _ misfit: (Misfit) -> Void) -> ControlValue {
        guard settings.controls[control].kind == .selection, case .positions(let names) = value else { return value }
        return .positions(
            names.filter { name in
                let isThere = (try? directory.position(name, of: control)) != nil
                if !isThere { misfit(.position(name)) }
                return isThere
            })
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
    public mutating func takeOver(
        from other: Panel, at time: Instant, into moment: inout Moment,
        misfit: (ControlSettings, Misfit) -> Void = { _, _ in }
    ) {
        moment.beginStep()
        for index in controls.indices {
            guard let old = other.directory.place(ofControl: controls[index].settings.name) else { continue }
            takeOver(index, from: other.controls[old], &moment, misfit)
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
    mutating func takeOver(
        _ index: Int, from old: Control, _ moment: inout Moment, _ misfit: (ControlSettings, Misfit) -> Void
    ) {
        let settings = controls[index].settings
        guard old.settings != settings else {
            // The whole state is kept, including the turns since the last set and the chart's view.
            // Its draft begins anew.
            let draft = controls[index].draft
            controls[index] = old
            controls[index].draft = draft
            return controls[index].resetDraft()
        }
        controls[index].hands.lockIsSet = old.hands.lockIsSet
        controls[index].hands.isHeldLocked = old.hands.isHeldLocked
        let fits = restore(index, Remembered(old)) { misfit(settings, $0) }
        // Nobody writes it here, so it is as old as it was.
        defer { controls[index].lastWrite = fits ? old.lastWrite : nil }
        guard !controls[index].stands(where: old) else { return }
        let isOfSameUnit = old.kind.hasPositions ? old.kind == settings.kind : !settings.kind.hasPositions
        let before =
            isOfSameUnit ? old.value.unwrapped(for: controls[index].value.law) : controls[index].value.unwrapped
        publish(index, movedFrom: before, by: .restore, hold: nil, &moment)
        commitIfReleased(index, &moment)
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

    private func selectedNames(of quantity: PositionSettings) -> [String] {
        var names: [String] = []
        selected.forEach { names.append(quantity.positions[$0].name) }
        return names
    }
}

extension ScaledValue {
    /// The unwrapped value for a law that may wrap differently.
    fileprivate func unwrapped(for new: NumberLaw) -> UnwrappedNumber {
        guard let wrap = law.wrap, wrap != new.wrap else { return unwrapped }
        return UnwrappedNumber(number: wrap.unwrapped(unwrapped), turns: 0)
    }
}
