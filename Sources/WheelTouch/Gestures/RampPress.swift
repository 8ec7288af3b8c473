import WheelCore
import WheelModel

/// A finger on a ramp's button. The touch pauses a running ramp at once. A tap starts a ramp that does not run, as soon as it
/// cannot be the first of a double tap any more. With `tap_starts = false` only buttons and clients start it.
struct RampPress: Gesture {
    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {
        guard case .rampButton(let ramp) = touch.finger.target?.kind, let control = touch.control,
            !touch.finger.hasPausedRamp, !touch.finger.marksOnly, panel.instrument.tapStartsRamp(of: control)
        else { return }
        switch tap {
        case .nothing, .double: break
        case .press: panel.startRamp(ramp, &changes)
        case .tap(let until):
            // Up to and including `until`, a second tap may still begin.
            let due = until + Interval(microseconds: 1)
            let revision = panel.instrument.controls[control].revision
            panel.surfaces[touch.surface].rampTaps.append(
                RampTap(control: control, ramp: ramp, due: due, revision: revision))
            panel.schedule(noLaterThan: due)
        }
    }
}

/// A tap that will start a ramp when it cannot become a double tap any more.
struct RampTap: Sendable {
    let control: Int
    let ramp: Int
    let due: Instant
    /// The control's revision at the tap. If it has another later, something else has moved it, and the ramp is not started.
    let revision: UInt64

    func moved(_ places: Continuity) -> RampTap? {
        guard let control = places.controls[control], let ramp = places.ramps[ramp] else { return nil }
        return RampTap(control: control, ramp: ramp, due: due, revision: revision)
    }
}

extension Panel {
    mutating func wakeRampTaps(of surface: Int, _ changes: inout Changes) {
        while let index = surfaces[surface].rampTaps.firstIndex(where: { $0.due <= changes.time }) {
            let tap = surfaces[surface].rampTaps.remove(at: index)
            guard instrument.controls[tap.control].revision == tap.revision else { continue }
            changes.beginStep()
            startRamp(tap.ramp, &changes)
        }
    }

    /// Starts or resumes a ramp; never stops one.
    fileprivate mutating func startRamp(_ ramp: Int, _ changes: inout Changes) {
        let control = settings.ramps[ramp].control
        guard instrument.isOpenToHands(control), instrument.controls[control].nextTick == nil else { return }
        _ = try? play(&changes) { instrument, changes throws(PanelRefusal) in try instrument.toggleRamp(ramp, &changes)
        }
    }

    /// Returns whether a ramp moved the control that hands may pause.
    mutating func pauseRamp(of control: Int, _ changes: inout Changes) -> Bool {
        guard instrument.isOpenToHands(control), instrument.controls[control].nextTick != nil else { return false }
        _ = try? play(&changes) { instrument, changes throws(PanelRefusal) in
            try instrument.pauseRamp(of: control, &changes)
        }
        return true
    }
}
