import WheelGeometry
import WheelSettings

/// A panel takes the place of another one, because the configuration was read again, or clients have changed what they define.
///
/// It happens in two halves, since the changes of the first half are sent while clients still know the old controls. `end`
/// ends, in the old panel, all that does not go on: gestures, drafts, ramps, and open interactions, which are committed. `adopt`
/// gives the new panel what goes on, and of the rest what stands still: values and speeds where they fit, the focus, locks,
/// stored presets and held buttons. A control that cannot keep its value publishes and commits its new one.
extension Panel {
    /// Ends what does not go on.
    public mutating func end(except continuity: Continuity, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        if continuity.keepsInputs {
            for surface in surfaces.indices { endFingers(of: surface, notIn: continuity, &moment) }
        }
        for control in controls.indices where continuity.controls[control] == nil { end(control, &moment) }
    }

    /// Ends everything, before the instrument stops.
    public mutating func commitAll(at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        for control in controls.indices { end(control, &moment) }
    }

    private mutating func end(_ control: Int, _ moment: inout Moment) {
        dropDraft(of: control, &moment)
        endRamp(of: control, &moment)
        commitAtOnce(control, &moment)
    }

    /// Goes on from `old`, in which what does not go on has ended. Returns the stored values of presets that do not fit.
    @discardableResult
    public mutating func adopt(
        _ old: Panel, _ continuity: Continuity, at time: Instant, into moment: inout Moment,
        misfit: (ControlSettings, Misfit) -> Void = { _, _ in }
    ) -> [(preset: String, misfit: PresetMisfit)] {
        moment.time = time
        moment.beginStep()
        lockIsSet = old.lockIsSet
        isHeldLocked = old.isHeldLocked
        for (index, place) in continuity.named.enumerated() {
            if let place { adopt(place, from: old, index, continuity, &moment, misfit) }
        }
        if continuity.keepsInputs {
            for index in surfaces.indices {
                surfaces[index] = old.surfaces[index].continued(continuity, controls: controls.count)
            }
            continueScrolls(of: old, continuity)
        }
        adoptPage(of: old, continuity, &moment)
        let misfits = keepPresets(of: old)
        for index in inputs.indices {
            if continuity.keepsInputs { continueInput(index, of: old, continuity) } else { adoptInput(index, of: old) }
        }
        // After a reload a button may be bound to something else. A switch that tells its level stays closed: nobody closes it
        // again.
        effectiveButtons = continuity.keepsInputs ? old.effectiveButtons : switchesHeld
        // They may also hold controls that are new or have changed.
        applyEffects(&moment)
        waiting = Array(controls.indices)
        scheduleNext()
        return misfits
    }

    /// A control from that of the same name.
    private mutating func adopt(
        _ index: Int, from panel: Panel, _ place: Int, _ continuity: Continuity, _ moment: inout Moment,
        _ misfit: (ControlSettings, Misfit) -> Void
    ) {
        let old = panel.controls[place]
        let settings = controls[index].settings
        guard old.settings != settings else {
            // The whole state is kept, including the turns since the last set and the chart's view. A draft goes on with it.
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
            isOfSameUnit ? old.value.unwrapped(for: controls[index].value.law) : controls[index].value.unwrapped
        publish(index, movedFrom: before, by: .restore, hold: nil, &moment)
        commitIfReleased(index, &moment)
    }

    private mutating func adoptPage(of old: Panel, _ continuity: Continuity, _ moment: inout Moment) {
        let before = old.page.map { old.settings.pages[$0].name }
        if let kept = old.page.flatMap({ continuity.pages[$0] }) { page = kept }
        // After a reload all clients get the whole state.
        guard continuity.keepsInputs, let page, settings.pages[page].name != before else { return }
        moment.append(.page(page))
        endScrolls(at: moment.time)
    }

    /// The input goes on turning its control. If that is gone, the input turns the first control of its list.
    private mutating func continueInput(_ index: Int, of old: Panel, _ continuity: Continuity) {
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

    /// An input from that of the same name: what its hardware holds, and what it turns by its own list. Fingers that are down are
    /// ignored until they lift.
    private mutating func adoptInput(_ index: Int, of old: Panel) {
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
        surfaces[index].ignoreFingers(of: old.surfaces[place])
        if let focus = before.ownFocus, let control = directory.place(ofControl: old.controls[focus].settings.name),
            settings.inputs[index].controls.contains(control)
        {
            inputs[index].ownFocus = control
        }
        inputs[index].focus = pageControl(of: index) ?? inputs[index].ownFocus
    }

    private mutating func endFingers(of surface: Int, notIn continuity: Continuity, _ moment: inout Moment) {
        for index in surfaces[surface].fingers.indices
        where !continuity.keeps(surfaces[surface].fingers[index]) {
            let finger = surfaces[surface].fingers[index]
            if finger.isShared, finger.control != nil {
                cancelGesture(on: finger.control, of: surface, &moment)
            } else {
                endFinger(index, of: surface, at: moment.time)
                if let control = finger.control { commitIfReleased(control, &moment) }
            }
        }
        // A tap that ended before may still wait.
        for control in surfaces[surface].taps.indices where continuity.controls[control] == nil {
            breakTap(on: control, of: surface, &moment)
        }
    }
}

extension TouchSurface {
    /// The surface with new indices. Fingers go on, except those whose gesture has ended.
    func continued(_ continuity: Continuity, controls: Int) -> TouchSurface {
        var next = self
        next.layout = layout.continued(continuity)
        // Its fingers go on alone.
        next.farSwipe.end()
        next.fingers = fingers.map { continuity.finger($0) }
        next.pairs = pairs.compactMap { pair in
            guard let control = pair.control else { return pair }
            guard let place = continuity.controls[control] else { return nil }
            var pair = pair
            pair.control = place
            return pair
        }
        next.rampTaps = rampTaps.compactMap { tap in
            guard let control = continuity.controls[tap.control], let ramp = continuity.ramps[tap.ramp] else {
                return nil
            }
            return RampTap(control: control, ramp: ramp, due: tap.due, revision: tap.revision)
        }
        next.taps = []
        if !taps.isEmpty {
            next.prepare(controls: controls)
            for (index, place) in continuity.controls.enumerated() {
                if let place { next.taps[place] = taps[index] }
            }
        }
        return next
    }
}

extension Finger {
    /// The finger without its gesture: it is ignored until it lifts.
    var ignored: Finger {
        var ignored = Finger(
            id: id, target: nil, control: nil, touchedAt: touchedAt, onDisplay: onDisplay, onPage: onPage,
            isPalm: isPalm)
        ignored.role = .palm
        return ignored
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
