import WheelCore
import WheelModel

/// Touch input. The surface of an input has the same index as the input.
extension Panel {
    /// Sets the layout of a touch input and the slop of its taps. Fingers that are down continue their gestures on the
    /// old targets.
    public mutating func arrange(
        surface: Int, _ layout: TouchLayout, slopPixels: Double = TouchTimings.slopWithoutResolution
    ) {
        for target in layout.targets { check(target.kind) }
        while views.count <= layout.display { views.append(DisplayView()) }
        surfaces[surface].layout = ArrangedLayout(layout, ramps: settings.ramps)
        arrangeChooser(layout)
        surfaces[surface].slopPixels = slopPixels >= 0 ? slopPixels : TouchTimings.slopWithoutResolution
    }

    /// Processes a frame: the contacts that are currently down. New contacts have come down, missing ones have lifted.
    mutating func touch(surface: Int, contacts: [TouchContact], _ changes: inout Changes) {
        surfaces[surface].prepare(controls: instrument.controls.count)
        surfaces[surface].update(contacts)
        keepChooser(on: surface, at: changes.time)
        // Lifted fingers come first, so that the rest of a pair does not move with this frame.
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
            // A finger that is down since before the darkness moves nothing unseen. Its change is committed.
            cancelTouches(surface: surface, &changes)
            surfaces[surface].onlyLights = true
        }
        guard surfaces[surface].onlyLights, !contacts.isEmpty else {
            surfaces[surface].onlyLights = false
            return true
        }
        return false
    }

    /// The kernel has dropped events. Gestures are cancelled, values stay and are committed, and fingers that are still
    /// down are ignored until they lift.
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

    /// The device is gone. The fingers on the next one may have the same numbers.
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

    // MARK: Holding

    /// A finger or a tap no longer holds the control. The caller must call `commitIfReleased`.
    mutating func release(_ control: Int, by holder: Interaction.Holder, _ changes: inout Changes) {
        instrument.releaseHand(holder, of: control, at: changes.time)
    }

    mutating func commitIfReleased(_ control: Int, _ changes: inout Changes) {
        play(&changes) { $0.commitIfReleased(control, &$1) }
    }
}
