import WheelCore

/// A panel replaces another one, because the configuration was reloaded or because clients have changed their
/// definitions.
///
/// The replacement has two halves, because the changes of the first half are sent while clients still know the old
/// controls. `end` is called on the old instrument. For all controls that do not continue, `end` drops drafts, ends
/// ramps and commits interactions. `adopt` is called on the new instrument. `adopt` takes over the whole state of a
/// control whose settings are the same. For all other controls `adopt` takes over the lock, and the value and the speed
/// as far as they fit. The focus, stored presets and held buttons are taken over by name.
///
/// For example, a knob has just turned `volume` to 40. If a client defines `lamp`, `volume` stays the same, so its
/// interaction continues, and the commit follows when the knob's hold expires. If instead a reloaded configuration
/// limits `volume` to 30, first 40 is committed. Then the value becomes 30, which is published and committed, and
/// `misfit` receives the difference for the log.
///
/// `adopt` takes over the value of a control with changed settings by the function `restore`, which also restores the
/// values of a state file. `restore` publishes nothing.
extension Instrument {
    public mutating func end(except continuity: Continuity, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        for control in controls.indices where continuity.controls[control] == nil { end(control, &changes) }
    }

    /// Ends all drafts, ramps and interactions before the instrument stops.
    public mutating func commitAll(at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        for control in controls.indices { end(control, &changes) }
    }

    private mutating func end(_ control: Int, _ changes: inout Changes) {
        dropDraft(of: control, &changes)
        endRamp(of: control, &changes)
        commitAtOnce(control, &changes)
    }

    /// Takes over the state of `old`, on which `end` was called before. Returns the presets' stored values that do not
    /// fit.
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
        effectiveButtons = continuity.keepsInputs ? old.effectiveButtons : switchesHeld
        // The effects of held buttons may also cover controls that are new or have changed.
        applyEffects(&changes)
        waiting = Array(controls.indices)
        scheduleNext()
        return misfits
    }

    /// The switches that are closed at a reload and have effects. The effects of other held buttons end at a reload,
    /// because their bindings may have changed. A switch applies its new effects at once: it is already closed, so no
    /// press will follow.
    private var switchesHeld: [EffectiveButton] {
        inputs.indices.flatMap { input -> [EffectiveButton] in
            guard case .gpio(let gpio) = settings.inputs[input].source, gpio.reportsInitialLevel else { return [] }
            return inputs[input].buttons.indices.compactMap { button in
                let state = inputs[input].buttons[button]
                guard state.machine.isHeld, !state.bindings.held.isEmpty else { return nil }
                return EffectiveButton(input: input, button: button)
            }
        }
    }

    /// Takes over the state of the old control with the same name, or the part of it that fits.
    private mutating func adopt(
        _ index: Int, from panel: Instrument, _ place: Int, _ continuity: Continuity, _ changes: inout Changes,
        _ misfit: (ControlSettings, Misfit) -> Void
    ) {
        let old = panel.controls[place]
        let settings = controls[index].settings
        guard old.settings != settings else {
            // The whole state is copied, including the turns since the last set. The draft is copied only if the
            // control continues.
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
        // Taking over a value does not write it, so the time of the last write is kept.
        defer { controls[index].lastWrite = fits ? old.lastWrite : nil }
        guard !controls[index].equals(old) else { return }
        let isOfSameUnit = old.kind.hasPositions ? old.kind == settings.kind : !settings.kind.hasPositions
        let before =
            isOfSameUnit ? old.value.unwrapped(for: controls[index].value.scale) : controls[index].value.unwrapped
        publish(index, movedFrom: before, by: .restore, hold: nil, &changes)
        commitIfReleased(index, &changes)
    }

    private mutating func adoptPage(of old: Instrument, _ continuity: Continuity, _ changes: inout Changes) {
        let before = old.page.map { old.settings.pages[$0].name }
        if let kept = old.page.flatMap({ continuity.pages[$0] }) { page = kept }
        // After a reload no change is published, because all clients receive the whole state.
        guard continuity.keepsInputs, let page, settings.pages[page].name != before else { return }
        changes.append(.page(page))
    }

    /// Keeps the focus of an input. If the focused control was removed, or the page now assigns another control, the
    /// input turns the control that the page assigns, or else a control of the input's own list.
    private mutating func continueInput(_ index: Int, of old: Instrument, _ continuity: Continuity) {
        let before = old.inputs[index]
        inputs[index] = before
        inputs[index].group = DetentGroup()
        let own = before.ownFocus.flatMap { continuity.named[$0] }
        inputs[index].ownFocus = own ?? settings.inputs[index].controls.first
        let assigned = pageControl(of: index)
        // A page that clients define is removed together with its control. Then `assigned` may be `nil` although
        // `former` is not.
        let former = old.pageControl(of: index)
        let stays = (assigned == nil) == (former == nil) && assigned == former.flatMap { continuity.named[$0] }
        let focus = stays ? before.focus.flatMap { continuity.named[$0] } : nil
        inputs[index].focus = focus ?? assigned ?? inputs[index].ownFocus
    }

    /// Takes over the held buttons and `ownFocus` of the old input with the same name.
    private mutating func adoptInput(_ index: Int, of old: Instrument) {
        guard let place = old.settings.inputs.firstIndex(where: { $0.name == settings.inputs[index].name }) else {
            inputs[index].focus = assignedControl(of: index)
            return
        }
        let before = old.inputs[place]
        // A device that stays connected does not report the levels of its buttons again, so held buttons stay held.
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
    /// Whether clients see the same value in both controls. Clients know positions by name.
    fileprivate func equals(_ other: Control) -> Bool {
        kind == other.kind && ControlValue(self) == ControlValue(other) && cursor == other.cursor
            && rotations == other.rotations
    }
}

extension ScaledValue {
    /// The value for a new scale. If the new scale wraps differently, the rotations are added to the number.
    fileprivate func unwrapped(for new: ValueScale) -> UnwrappedNumber {
        guard let wrap = scale.wrap, wrap != new.wrap else { return unwrapped }
        return UnwrappedNumber(number: wrap.unwrapped(unwrapped), turns: 0)
    }
}

// MARK: What continues

/// Which controls, ramps, pages and inputs continue when a panel receives new settings, and their new indices.
///
/// If clients define or remove something, all unchanged controls continue, with their ramps, fingers and interactions.
/// After a reload no control continues, and values are taken over by the names of the controls.
public struct Continuity: Sendable {
    /// For each old control, its new index; `nil` if the control does not continue. A control continues if clients have
    /// changed definitions, but not the name and the settings of this control.
    package let controls: [Int?]
    package let ramps: [Int?]
    /// For each old control, the new index of the control with the same name, even if the settings differ.
    package let named: [Int?]
    package let pages: [Int?]
    /// Whether inputs continue, with their buttons and fingers. Inputs continue when clients change definitions, since
    /// clients do not define inputs.
    package let keepsInputs: Bool

    public init(from old: PanelSettings, toDefined new: PanelSettings) {
        self.init(from: old, to: new, keepsInputs: true)
    }

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

// MARK: Restoring

extension Instrument {
    /// The part of a control's state that is kept across a reload or a restart. Positions and speeds are stored by
    /// name, since the configuration may change.
    public struct Remembered: Equatable, Sendable {
        public var value: ControlValue?
        public var speed: String?
        public var cursor: String?
        public var rotations: Int?

        public init(
            value: ControlValue? = nil, speed: String? = nil, cursor: String? = nil, rotations: Int? = nil
        ) {
            self.value = value
            self.speed = speed
            self.cursor = cursor
            self.rotations = rotations
        }

        public init(_ control: Control) {
            self.init(
                value: control.hasValue ? ControlValue(control) : nil,
                speed: control.settings.speeds[control.speed].name, cursor: control.cursor,
                rotations: control.rotations)
        }
    }

    /// A part of the remembered state that does not fit the control.
    public enum Misfit: Equatable, Sendable {
        /// The value does not fit, so the control keeps its own value.
        case value(ControlValue, CommandRefusal)
        /// The number was clamped or snapped.
        case number(Double, now: Double)
        /// A position of a selection's value that no longer exists.
        case position(String)
        case cursor(String)
        case speed(String)
    }

    /// Restores the part of a remembered state that fits the control, without publishing it. Called for reloads, for
    /// definitions and for the state file. Returns whether the value fits.
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

    /// A selection's value without the positions that no longer exist.
    private func keeping(_ value: ControlValue, of control: Int, _ misfit: (Misfit) -> Void) -> ControlValue {
        guard settings.controls[control].kind == .selection, case .positions(let names) = value else { return value }
        return .positions(
            names.filter { name in
                let isThere = (try? directory.position(name, of: control)) != nil
                if !isThere { misfit(.position(name)) }
                return isThere
            })
    }

    /// Restores the focus of an input if the control is still in the input's list.
    public mutating func restoreFocus(of input: Int, on control: Int) {
        guard settings.inputs[input].controls.contains(control) else { return }
        inputs[input].ownFocus = control
        if pageControl(of: input) == nil { inputs[input].focus = control }
    }

    /// Restores the page that is shown, before clients connect.
    public mutating func restorePage(_ page: Int) {
        guard settings.pages.indices.contains(page) else { return }
        self.page = page
        for input in inputs.indices { inputs[input].focus = assignedControl(of: input) }
    }
}
