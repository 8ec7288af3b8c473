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
            inputs[index].focus = pageControl(of: index) ?? inputs[index].ownFocus
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
        inputs[index].focus = pageControl(of: index) ?? inputs[index].ownFocus
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
    fileprivate func unwrapped(for new: ValueScale) -> UnwrappedNumber {
        guard let wrap = scale.wrap, wrap != new.wrap else { return unwrapped }
        return UnwrappedNumber(number: wrap.unwrapped(unwrapped), turns: 0)
    }
}
