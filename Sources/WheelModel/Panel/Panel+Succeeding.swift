import WheelGeometry
import WheelSettings

/// A panel that takes the place of another one, because clients have changed what they define.
///
/// All that stays the same goes on: open interactions, ramps, fingers and buttons.
extension Panel {
    /// Ends what moves the controls that change or go: ramps, gestures and open interactions, which are committed.
    public mutating func end(notIn succession: Succession, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        for surface in surfaces.indices { endFingers(of: surface, notIn: succession, &moment) }
        for control in controls.indices where succession.controls[control] == nil {
            dropDraft(of: control, &moment)
            cancelRampForMove(of: control, &moment)
            commitAtOnce(control, &moment)
        }
    }

    private mutating func endFingers(of surface: Int, notIn succession: Succession, _ moment: inout Moment) {
        for index in surfaces[surface].fingers.indices
        where !succession.keeps(surfaces[surface].fingers[index]) {
            let finger = surfaces[surface].fingers[index]
            if finger.isShared, finger.control != nil {
                cancelGesture(on: finger.control, of: surface, &moment)
            } else {
                endFinger(index, of: surface, at: moment.time)
                if let control = finger.control { commitIfReleased(control, &moment) }
            }
        }
        // A tap that ended before may still wait.
        for control in surfaces[surface].taps.indices where succession.controls[control] == nil {
            breakTap(on: control, of: surface, &moment)
        }
    }

    /// Goes on from `old`, which has ended what does not continue.
    ///
    /// A control with other settings keeps its value and speed where they fit; if not, it publishes and commits its new
    /// value.
    public mutating func succeed(
        _ old: Panel, _ succession: Succession, at time: Instant, into moment: inout Moment,
        misfit: (ControlSettings, Misfit) -> Void = { _, _ in }
    ) {
        moment.time = time
        deadline = old.deadline
        lockIsSet = old.lockIsSet
        for (index, place) in succession.named.enumerated() {
            guard let place else { continue }
            takeOver(place, from: old.controls[index], &moment, misfit)
            // A control that stays the same keeps its draft.
            if succession.controls[index] != nil { controls[place].draft = old.controls[index].draft }
            if let ramp = controls[place].ramp, let rampIndex = ramp.rampIndex {
                controls[place].ramp?.rampIndex = succession.ramps[rampIndex]
            }
        }
        for index in surfaces.indices {
            surfaces[index] = old.surfaces[index].succeeded(succession, controls: controls.count)
        }
        takeOverScrolls(of: old, succession)
        takeOverPage(of: old, succession, &moment)
        keepPresets(of: old)
        for index in inputs.indices { takeOverInput(index, of: old, succession) }
        // Buttons stay held. They may also hold controls that are new or have changed.
        isHeldLocked = old.isHeldLocked
        effectiveButtons = old.effectiveButtons
        applyEffects(&moment)
    }

    private mutating func takeOverPage(of old: Panel, _ succession: Succession, _ moment: inout Moment) {
        let before = old.page.map { old.settings.pages[$0].name }
        if let kept = old.page.flatMap({ succession.pages[$0] }) { page = kept }
        guard let page, settings.pages[page].name != before else { return }
        moment.append(.page(page))
        endScrolls(at: moment.time)
    }

    /// The input goes on turning its control. If that is gone, the input turns the first control of its list.
    private mutating func takeOverInput(_ index: Int, of old: Panel, _ succession: Succession) {
        let before = old.inputs[index]
        inputs[index] = before
        inputs[index].group = DetentGroup()
        let own = before.ownFocus.flatMap { succession.named[$0] }
        inputs[index].ownFocus = own ?? settings.inputs[index].controls.first
        let assigned = pageControl(of: index)
        // A page that goes together with its control no longer assigns one.
        let former = old.pageControl(of: index)
        let stays = (assigned == nil) == (former == nil) && assigned == former.flatMap { succession.named[$0] }
        let focus = stays ? before.focus.flatMap { succession.named[$0] } : nil
        inputs[index].focus = focus ?? assigned ?? inputs[index].ownFocus
    }
}

extension TouchSurface {
    /// The surface with new indices. Fingers go on, except those whose gesture has ended.
    func succeeded(_ succession: Succession, controls: Int) -> TouchSurface {
        var next = self
        next.layout = layout.succeeded(succession)
        // Its fingers go on alone.
        next.farSwipe.end()
        next.fingers = fingers.map { succession.finger($0) }
        next.pairs = pairs.compactMap { pair in
            guard let control = pair.control else { return pair }
            guard let place = succession.controls[control] else { return nil }
            var pair = pair
            pair.control = place
            return pair
        }
        next.rampTaps = rampTaps.compactMap { tap in
            guard let control = succession.controls[tap.control], let ramp = succession.ramps[tap.ramp] else {
                return nil
            }
            return RampTap(control: control, ramp: ramp, due: tap.due, revision: tap.revision)
        }
        next.taps = []
        if !taps.isEmpty {
            next.prepare(controls: controls)
            for (index, place) in succession.controls.enumerated() {
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
