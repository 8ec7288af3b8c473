import WheelGeometry
import WheelSettings

/// Touch input. The surface of an input has the same index as the input.
extension Panel {
    /// Sets the layout of a touch input and the slop of its taps. Fingers that are down continue their gestures on the
    /// old targets.
    public mutating func arrange(
        surface: Int, _ layout: TouchLayout, slopPixels: Double = TouchTimings.slopWithoutResolution
    ) {
        for target in layout.targets { check(target.kind) }
        surfaces[surface].layout = ArrangedLayout(layout, ramps: settings.ramps)
        arrangeChooser(layout)
        surfaces[surface].slopPixels = slopPixels >= 0 ? slopPixels : TouchTimings.slopWithoutResolution
    }

    /// Processes a frame: the contacts that are currently down. New contacts have come down, missing ones have lifted.
    mutating func touch(
        surface: Int, contacts: [TouchContact], _ moment: inout Moment
    ) {
        surfaces[surface].prepare(controls: controls.count)
        surfaces[surface].update(contacts)
        keepChooser(on: surface, at: moment.time)
        // Lifted fingers come first, so that the rest of a pair does not move with this frame.
        liftMissingFingers(of: surface, &moment)
        for index in surfaces[surface].fingers.indices {
            moveFinger(index, of: surface, &moment)
        }
        movePairs(of: surface, &moment)
        moveFarSwipe(of: surface, &moment)
        for contact in contacts where surfaces[surface].index(of: contact.id) == nil {
            putDownFinger(contact, on: surface, &moment)
        }
    }

    /// The kernel has dropped events. Gestures are cancelled, values stay and are committed, and fingers that are still
    /// down are ignored until they lift.
    mutating func cancelTouches(surface: Int, _ moment: inout Moment) {
        surfaces[surface].pairs.removeAll(keepingCapacity: true)
        surfaces[surface].farSwipe.end()
        surfaces[surface].rampTaps.removeAll(keepingCapacity: true)
        for index in surfaces[surface].fingers.indices {
            endFinger(index, of: surface, at: moment.time)
        }
        for control in surfaces[surface].taps.indices {
            surfaces[surface].taps[control] = .idle
            releaseHand(.tap(surface: surface), of: control, at: moment.time)
            commitIfReleased(control, &moment)
        }
    }

    mutating func wakeSurfaces(now: Instant, _ moment: inout Moment) {
        for surface in surfaces.indices {
            for index in surfaces[surface].fingers.indices {
                moment.beginStep()
                repeatStep(index, of: surface, now: now, &moment)
            }
            wakeRampTaps(of: surface, &moment)
        }
    }

    private func check(_ kind: TouchKind) {
        if let control = kind.control(ramps: settings.ramps) {
            precondition(controls.indices.contains(control), "a touch target names no control of the panel")
        }
        if case .slider(let control, let ramp, _) = kind, let ramp {
            precondition(settings.ramps[ramp].control == control, "a slider's ramp moves another control")
        }
        if case .digit(let control, _, let speed, _) = kind {
            precondition(
                settings.controls[control].speeds.indices.contains(speed), "a digit names no speed of its control")
        }
        switch kind {
        case .tab(.page(let page)):
            precondition(settings.pages.indices.contains(page), "a tab names no page of the panel")
        case .tab(.screen(let control)):
            precondition(controls.indices.contains(control), "a tab names no control of the panel")
        default: break
        }
    }
}
