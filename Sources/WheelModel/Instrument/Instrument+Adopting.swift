import WheelCore

/// A panel takes the place of another one, because the configuration was read again, or clients have changed what they define.
///
/// It happens in two halves, since the changes of the first half are sent while clients still know the old controls. `end`
/// ends, in the old panel, all that does not go on: gestures, drafts, ramps, and open interactions, which are committed. `adopt`
/// gives the new panel what goes on, and of the rest what stands still: values and speeds where they fit, the focus, locks,
/// stored presets and held buttons. A control that cannot keep its value publishes and commits its new one.
extension Instrument {
    /// Ends what does not go on.
    public mutating func end(except continuity: Continuity, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        for control in controls.indices where continuity.controls[control] == nil { end(control, &changes) }
    }

    /// Ends everything, before the instrument stops.
    public mutating func commitAll(at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        for control in controls.indices { end(control, &changes) }
    }

    private mutating func end(_ control: Int, _ changes: inout Changes) {
        dropDraft(of: control, &changes)
        endRamp(of: control, &changes)
        commitAtOnce(control, &changes)
    }

    /// Goes on from `old`, in which what does not go on has ended. Returns the stored values of presets that do not fit.
    @discardableResult
    public mutating func adopt(
        _ old: Instrument, _ continuity: Continuity, at time: Instant, into changes: inout Changes,
        misfit: (ControlSettings, Misfit) -> Void = { _, _ in }
    ) -> [(preset: String, misfit: PresetMisfit)] {
        changes.time = time
        changes.beginStep()
        lockIsSet = old.lockIsSet
        isHeldLocked = old.isHeldLocked
        for (index, place) in continuity.named.enumerated() {
            if let place { adopt(place, from: old, index, continuity, &changes, misfit) }
        }
        adoptPage(of: old, continuity, &changes)
        let misfits = keepPresets(of: old)
        for index in inputs.indices {
            if continuity.keepsInputs { continueInput(index, of: old, continuity) } else { adoptInput(index, of: old) }
        }
        // After a reload a button may be bound to something else. A switch that tells its level stays closed: nobody closes it
        // again.
        effectiveButtons = continuity.keepsInputs ? old.effectiveButtons : switchesHeld
        // They may also hold controls that are new or have changed.
        applyEffects(&changes)
        waiting = Array(controls.indices)
        scheduleNext()
        return misfits
    }

    /// A control from that of the same name.
    private mutating func adopt(
        _ index: Int, from panel: Instrument, _ place: Int, _ continuity: Continuity, _ changes: inout Changes,
        _ misfit: (ControlSettings, Misfit) -> Void
    ) {
        let old = panel.controls[place]
        let settings = controls[index].settings
        guard old.settings != settings else {
            // The whole state is kept, including the turns since the last set. A draft goes on with it.
            let draft = continuity.controls[place] == nil ? controls[index].draft : nil
            controls[index] = old
            if let draft {
                controls[index].draft = draft
                controls[index].resetDraft()
            }
            if let ramp = old.ramp?.rampIndex { controls[index].ramp?.rampIndex = continuity.ramps[ramp] }
            return
        }
        controls[index].hands.lockIsSet = old.hands.lockIsSet
        controls[index].hands.isHeldLocked = old.hands.isHeldLocked
        let fits = restore(index, Remembered(old)) { misfit(settings, $0) }
        // Nobody writes it here, so it is as old as it was.
        defer { controls[index].lastWrite = fits ? old.lastWrite : nil }
        guard !controls[index].stands(where: old) else { return }
        let isOfSameUnit = old.kind.hasPositions ? old.kind == settings.kind : !settings.kind.hasPositions
        let before =
            isOfSameUnit ? old.value.unwrapped(for: controls[index].value.scale) : controls[index].value.unwrapped
        publish(index, movedFrom: before, by: .restore, hold: nil, &changes)
        commitIfReleased(index, &changes)
    }

    private mutating func adoptPage(of old: Instrument, _ continuity: Continuity, _ changes: inout Changes) {
        let before = old.page.map { old.settings.pages[$0].name }
        if let kept = old.page.flatMap({ continuity.pages[$0] }) { page = kept }
        // After a reload all clients get the whole state.
        guard continuity.keepsInputs, let page, settings.pages[page].name != before else { return }
        changes.append(.page(page))
    }

    /// The input goes on turning its control. If that is gone, the input turns the first control of its list.
    private mutating func continueInput(_ index: Int, of old: Instrument, _ continuity: Continuity) {
        let before = old.inputs[index]
        inputs[index] = before
        inputs[index].group = DetentGroup()
        let own = before.ownFocus.flatMap { continuity.named[$0] }
        inputs[index].ownFocus = own ?? settings.inputs[index].controls.first
        let assigned = pageControl(of: index)
        // A page whose control was removed is gone with it, and gives the input no control any more.
        let former = old.pageControl(of: index)
        let stays = (assigned == nil) == (former == nil) && assigned == former.flatMap { continuity.named[$0] }
        let focus = stays ? before.focus.flatMap { continuity.named[$0] } : nil
        inputs[index].focus = focus ?? assigned ?? inputs[index].ownFocus
    }

    /// An input from that of the same name: what its hardware holds, and what it turns by its own list.
    private mutating func adoptInput(_ index: Int, of old: Instrument) {
        guard let place = old.settings.inputs.firstIndex(where: { $0.name == settings.inputs[index].name }) else {
            inputs[index].focus = assignedControl(of: index)
            return
        }
        let before = old.inputs[place]
        // A device that stays connected does not name its buttons again, so they keep their indices.
        for held in before.buttons {
            let button = button(named: held.name, of: index)
            inputs[index].buttons[button].machine.adoptState(of: held.machine)
        }
        inputs[index].lighting = before.lighting.renumbered { button(named: before.buttons[$0].name, of: index) }
        if let focus = before.ownFocus, let control = directory.place(ofControl: old.controls[focus].settings.name),
            settings.inputs[index].controls.contains(control)
        {
            inputs[index].ownFocus = control
        }
        inputs[index].focus = assignedControl(of: index)
    }
}

extension Control {
    /// Whether the value is the same for a client that knows positions by their names.
    fileprivate func stands(where other: Control) -> Bool {
        kind == other.kind && ControlValue(self) == ControlValue(other) && cursor == other.cursor
            && rotations == other.rotations
    }
}

extension ScaledValue {
    /// The unwrapped value for a law that may wrap differently.
    fileprivate func unwrapped(for new: ValueScale) -> UnwrappedNumber {
        guard let wrap = scale.wrap, wrap != new.wrap else { return unwrapped }
        return UnwrappedNumber(number: wrap.unwrapped(unwrapped), turns: 0)
    }
}

/// What goes on when other settings take the place of a panel's own, and where it stands then.
///
/// There are two ways. A client defines or removes something: what stays the same goes on, with its ramps, fingers and open
/// interactions. Or the configuration is read again: then nothing goes on, and only what stands still is kept, by its name.
public struct Continuity: Sendable {
    /// For each old index the new one of a control that goes on: it has the same name and the same settings.
    package let controls: [Int?]
    /// The same for ramps.
    package let ramps: [Int?]
    /// For each old index the new one of the control with the same name, which may have other settings.
    package let named: [Int?]
    package let pages: [Int?]
    /// Whether inputs, with their buttons and fingers, go on. Inputs come from the configuration alone.
    package let keepsInputs: Bool

    /// After clients have changed what they define.
    public init(from old: PanelSettings, toDefined new: PanelSettings) {
        self.init(from: old, to: new, keepsInputs: true)
    }

    /// After the configuration was read again.
    public init(from old: PanelSettings, toReloaded new: PanelSettings) {
        self.init(from: old, to: new, keepsInputs: false)
    }

    private init(from old: PanelSettings, to new: PanelSettings, keepsInputs: Bool) {
        let places = Directory.places(of: new.controls.map(\.name))
        let named = old.controls.map { places[$0.name] }
        self.named = named
        let newPages = Directory.places(of: new.pages.map(\.name))
        pages = old.pages.map { newPages[$0.name] }
        self.keepsInputs = keepsInputs
        controls = zip(old.controls, named).map { control, place in
            place.flatMap { keepsInputs && new.controls[$0] == control ? $0 : nil }
        }
        let newRamps = Directory.places(of: new.ramps.map(\.name))
        ramps = old.ramps.map { ramp in
            newRamps[ramp.name].flatMap { place in
                let other = new.ramps[place]
                return keepsInputs && other.motion == ramp.motion && other.control == named[ramp.control] ? place : nil
            }
        }
    }
}

/// Restores the state of an earlier run or of an earlier configuration.
extension Instrument {
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

    func checkFit(_ value: GivenValue, of control: Int) throws(CommandRefusal) {
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
        for input in inputs.indices { inputs[input].focus = assignedControl(of: input) }
    }
}
