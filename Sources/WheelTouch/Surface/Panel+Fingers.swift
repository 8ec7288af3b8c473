import WheelCore
import WheelModel

/// Handles the fingers of a surface. Each finger has a gesture while it is alone on its control.
///
///  1. `touch` receives a frame, which contains all contacts that are down. Lifted fingers are handled first, then the
///     others move, then new fingers begin. `ArrangedLayout.target` finds the target under a new finger.
///  2. A palm is ignored, and so is a finger that touches right after a chooser has opened or closed. A second finger
///     on the same control makes a pair, and a third finger ends the pair.
///  3. A finger that is alone receives the gesture of its target (`TouchKind.gesture`). The touch may pause a ramp, the
///     control receives the focus, and a tap begins or ends (`TapSequence`).
///  4. At each frame the gesture moves its control by `Instrument.perform`. A finger that strays can no longer tap.
///  5. When the finger lifts, the gesture performs the tap, if the finger has tapped. The finger releases its control,
///     which is committed unless a tap or another finger still holds it. After that, a double tap changes the speed.
///
/// For example, a finger touches a wheel, moves by 30 pixels and lifts. The finger receives a `WheelDrag`, and the
/// control receives the focus. In the first frames the finger is within the slop: it moves the value, but its touch may
/// still become a tap. Then the finger strays, which ends the tap. At the lift the value is committed.
extension Panel {
    // MARK: Frames. The surface of an input has the same index as the input.

    /// Sets the layout of a surface. Fingers that are down continue their gestures on the old targets.
    public mutating func arrange(
        surface: Int, _ layout: TouchLayout, slopPixels: Double = TouchTimings.slopWithoutResolution
    ) {
        for target in layout.targets { check(target.kind) }
        while views.count <= layout.display { views.append(DisplayView()) }
        surfaces[surface].layout = ArrangedLayout(layout, ramps: settings.ramps)
        arrangeChooser(layout)
        surfaces[surface].slopPixels = slopPixels >= 0 ? slopPixels : TouchTimings.slopWithoutResolution
    }

    mutating func touch(surface: Int, contacts: [TouchContact], _ changes: inout Changes) {
        surfaces[surface].prepare(controls: instrument.controls.count)
        surfaces[surface].update(contacts)
        keepChooser(on: surface, at: changes.time)
        // Lifted fingers are handled first, so that the remaining finger of a pair does not move with this frame.
        liftMissingFingers(of: surface, &changes)
        for index in surfaces[surface].fingers.indices { moveFinger(index, of: surface, &changes) }
        movePairs(of: surface, &changes)
        moveFarSwipe(of: surface, &changes)
        for contact in contacts where surfaces[surface].index(of: contact.id) == nil {
            putDownFinger(contact, on: surface, &changes)
        }
    }

    /// Whether a frame does more than light a dark display.
    mutating func acts(
        _ contacts: [TouchContact], on surface: Int, onlyLights: Bool, _ changes: inout Changes
    ) -> Bool {
        if onlyLights, !surfaces[surface].onlyLights {
            // A finger that was down before the display went dark must not move a value unseen. The change that such a
            // finger has made is committed.
            cancelTouches(surface: surface, &changes)
            surfaces[surface].onlyLights = true
        }
        guard surfaces[surface].onlyLights, !contacts.isEmpty else {
            surfaces[surface].onlyLights = false
            return true
        }
        return false
    }

    /// Ends all gestures. The values stay and are committed, and fingers that are still down are ignored until they
    /// lift.
    mutating func cancelTouches(surface: Int, _ changes: inout Changes) {
        surfaces[surface].pairs.removeAll(keepingCapacity: true)
        surfaces[surface].farSwipe.end()
        surfaces[surface].rampTaps.removeAll(keepingCapacity: true)
        for index in surfaces[surface].fingers.indices { endFinger(index, of: surface, &changes) }
        for control in surfaces[surface].taps.indices {
            surfaces[surface].taps[control] = .idle
            release(control, by: .tap(surface: surface), &changes)
            commitIfReleased(control, &changes)
        }
    }

    /// Removes all fingers of a lost device, since the fingers on the next device may have the same numbers.
    mutating func removeFingers(of surface: Int, _ changes: inout Changes) {
        surfaces[surface].onlyLights = false
        cancelTouches(surface: surface, &changes)
        surfaces[surface].fingers.removeAll(keepingCapacity: true)
    }

    private func check(_ kind: TouchKind) {
        let controls = instrument.controls
        if let control = kind.control(ramps: settings.ramps) {
            precondition(controls.indices.contains(control), "a touch target names no control of the instrument")
        }
        switch kind {
        case .slider(let control, let ramp?, _):
            precondition(settings.ramps[ramp].control == control, "a slider's ramp moves another control")
        case .digit(let control, _, let speed, _):
            precondition(
                settings.controls[control].speeds.indices.contains(speed), "a digit names no speed of its control")
        case .tab(.page(let page)):
            precondition(settings.pages.indices.contains(page), "a tab names no page of the instrument")
        case .tab(.screen(let control)):
            precondition(controls.indices.contains(control), "a tab names no control of the instrument")
        default: break
        }
    }

    // MARK: Fingers

    mutating func putDownFinger(_ contact: TouchContact, on surface: Int, _ changes: inout Changes) {
        guard surfaces[surface].fingers.count < TouchSurface.mostFingers,
            let (onDisplay, onPage) = surfaces[surface].places(of: contact)
        else { return }
        let display = surfaces[surface].layout.display
        let isTooSoon = isTooSoonAfterChooser(display, at: changes.time)
        let target =
            isTooSoon ? nil : surfaces[surface].layout.target(at: onPage) { views[display][chart: $0].transform }
        let control = target.flatMap { $0.kind == .wheelOfFocus ? instrument.focus(ofInput: surface) : $0.control }
        var finger = Finger(
            id: contact.id, target: target, control: control, touchedAt: onDisplay, onDisplay: onDisplay,
            onPage: onPage, isPalm: contact.isPalm)
        let company = finger.isShared ? surfaces[surface].company(on: control) : .nobody
        if contact.isPalm || isTooSoon {
            finger.role = .ignored
            surfaces[surface].fingers.append(finger)
            if finger.isShared, !isTooSoon { cancelGesture(on: control, of: surface, &changes) }
            return
        }
        let index = surfaces[surface].fingers.count
        surfaces[surface].fingers.append(finger)
        switch company {
        case .nobody:
            recordLanding(index, of: surface, at: changes.time)
            begin(index, of: surface, &changes)
        case .one(let other): beginPair(other, index, of: surface, &changes)
        case .two, .over:
            surfaces[surface].farSwipe.end()
            cancelGesture(on: control, of: surface, &changes)
        }
    }

    private func touch(_ finger: Finger, _ surface: Int) -> Touch {
        Touch(finger: finger, surface: surface, display: surfaces[surface].layout.display)
    }

    private mutating func begin(_ index: Int, of surface: Int, _ changes: inout Changes) {
        guard let target = surfaces[surface].fingers[index].target else { return }
        let (control, traits) = (surfaces[surface].fingers[index].control, target.kind.traits)
        let marks = marksOnly(traits, control, of: surface)
        surfaces[surface].fingers[index].marksOnly = marks
        if let control, traits.pausesRamp == .always || marks && traits.pausesRamp == .whileItOnlyMarks {
            // The ramp is paused first, because the pause moves the value that is recorded below.
            surfaces[surface].fingers[index].hasPausedRamp = pauseRamp(of: control, &changes)
        }
        let touch = touch(surfaces[surface].fingers[index], surface)
        let gesture = target.kind.gesture(touch, on: &self, at: changes.time)
        surfaces[surface].fingers[index].role = .alone(gesture)
        if let control {
            if !instrument.isLocked { play(&changes) { $0.moveFocus(of: surface, to: control, &$1) } }
            if traits.countsTaps {
                beginTap(touch.finger.id, on: control, of: surface, at: changes.time)
            } else {
                breakTap(on: control, of: surface, &changes)
            }
        }
        perform(.begin, index, of: surface, &changes)
    }

    /// Whether the tap of a finger only marks the cell of its control. Drags, and a finger that stays on − or +, still
    /// move the value.
    private func marksOnly(_ traits: TargetTraits, _ control: Int?, of surface: Int) -> Bool {
        guard surfaces[surface].layout.isBank, let control, instrument.focus(ofInput: surface) != control else {
            return false
        }
        return switch traits.firstTap {
        case .acts: false
        case .actsIfSo: settings.touch.firstTap == .mark
        case .marks: true
        }
    }

    mutating func perform(
        _ act: FingerGesture.Act, _ index: Int, of surface: Int, _ changes: inout Changes
    ) {
        let finger = surfaces[surface].fingers[index]
        guard case .alone(var gesture?) = finger.role else { return }
        gesture.perform(act, touch(finger, surface), &self, &changes)
        surfaces[surface].fingers[index].role = .alone(gesture)
    }

    mutating func moveFinger(_ index: Int, of surface: Int, _ changes: inout Changes) {
        if surfaces[surface].fingers[index].isPalm { endAsPalm(index, of: surface, &changes) }
        guard let control = surfaces[surface].fingers[index].control else { return }
        perform(.move, index, of: surface, &changes)
        // The tap ends after the move, by which the finger has got a hold of its own on the control. If the tap ended
        // earlier, it would release the only hold, and the control would be committed.
        let id = surfaces[surface].fingers[index].id
        if surfaces[surface].fingers[index].hasStrayed, surfaces[surface].taps[control].down?.finger == id {
            breakTap(on: control, of: surface, &changes)
        }
    }

    mutating func wakeFinger(_ index: Int, of surface: Int, now: Instant, _ changes: inout Changes) {
        let finger = surfaces[surface].fingers[index]
        guard case .alone(.stepper(var hold)) = finger.role else { return }
        hold.wake(touch(finger, surface), now: now, &self, &changes)
        surfaces[surface].fingers[index].role = .alone(.stepper(hold))
    }

    mutating func liftMissingFingers(of surface: Int, _ changes: inout Changes) {
        var index = 0
        while index < surfaces[surface].fingers.count {
            if surfaces[surface].fingers[index].isSeen {
                index += 1
            } else {
                let finger = surfaces[surface].fingers.remove(at: index)
                surfaces[surface].farSwipe.end()
                lift(finger, of: surface, &changes)
            }
        }
    }

    private mutating func lift(_ finger: Finger, of surface: Int, _ changes: inout Changes) {
        var tap = TapEnd.nothing
        switch finger.role {
        case .alone(let gesture):
            tap = endTap(finger, of: surface, &changes)
            if var gesture { gesture.perform(.lift(tap), touch(finger, surface), &self, &changes) }
        case .paired: endPair(of: finger.id, of: surface)
        case .ended, .ignored: break
        }
        guard let control = finger.control else { return }
        release(control, by: Hand(surface: surface, finger: finger.id).holder, &changes)
        commitIfReleased(control, &changes)
        if tap == .double { play(&changes) { $0.changeSpeed(of: control, to: .next, &$1) } }
    }

    // MARK: Ending a gesture early

    /// Ends the gesture on a control, for example because of a third finger or a palm. All fingers on this control that
    /// can form pairs are ignored until they lift; `nil` means the fingers on no control. The value stays.
    mutating func cancelGesture(on control: Int?, of surface: Int, _ changes: inout Changes) {
        surfaces[surface].pairs.removeAll { $0.control == control }
        for index in surfaces[surface].fingers.indices
        where surfaces[surface].fingers[index].isShared && surfaces[surface].fingers[index].control == control {
            endFinger(index, of: surface, &changes)
        }
        guard let control else { return }
        breakTap(on: control, of: surface, &changes)
        commitIfReleased(control, &changes)
    }

    /// Ignores a finger until it lifts. The caller must call `commitIfReleased`.
    mutating func endFinger(_ index: Int, of surface: Int, _ changes: inout Changes) {
        let finger = surfaces[surface].fingers[index]
        if case .ignored = finger.role { return }
        perform(.cancel, index, of: surface, &changes)
        surfaces[surface].fingers[index].role = .ended
        guard let control = finger.control else { return }
        release(control, by: Hand(surface: surface, finger: finger.id).holder, &changes)
    }

    private mutating func endAsPalm(_ index: Int, of surface: Int, _ changes: inout Changes) {
        let finger = surfaces[surface].fingers[index]
        if case .ignored = finger.role { return }
        surfaces[surface].farSwipe.end()
        if finger.isShared {
            cancelGesture(on: finger.control, of: surface, &changes)
        } else {
            endFinger(index, of: surface, &changes)
            if let control = finger.control { commitIfReleased(control, &changes) }
        }
        surfaces[surface].fingers[index].role = .ignored
    }

    // MARK: Holding

    /// Releases the hold of a finger or a tap. The caller must call `commitIfReleased`.
    mutating func release(_ control: Int, by holder: Interaction.Holder, _ changes: inout Changes) {
        instrument.releaseHand(holder, of: control, at: changes.time)
    }

    mutating func commitIfReleased(_ control: Int, _ changes: inout Changes) {
        play(&changes) { $0.commitIfReleased(control, &$1) }
    }
}
