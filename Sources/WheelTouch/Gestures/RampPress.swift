import WheelCore
import WheelModel

/// The gesture of a finger on a ramp's button. The touch pauses a running ramp at once. If no ramp is running, the lift
/// of the finger starts or resumes the ramp: at once after a long touch, or after a tap once the tap can no longer
/// become a double tap. With `tap_starts = false` the lift does nothing.
struct RampPress: Gesture {
    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {
        guard case .rampButton(let ramp) = touch.finger.target?.kind, let control = touch.control,
            !touch.finger.hasPausedRamp, !touch.finger.marksOnly, panel.instrument.tapStartsRamp(of: control)
        else { return }
        switch tap {
        case .nothing, .double: break
        case .press: panel.startRamp(ramp, &changes)
        case .tap(let until):
            // A second tap may begin up to and including `until`, so the ramp starts a microsecond later.
            let due = until + Interval(microseconds: 1)
            let revision = panel.instrument.controls[control].revision
            panel.surfaces[touch.surface].rampTaps.append(
                RampTap(control: control, ramp: ramp, due: due, revision: revision))
            panel.schedule(noLaterThan: due)
        }
    }
}

/// A tap that starts a ramp at `due`, when the tap can no longer become a double tap.
struct RampTap: Sendable {
    let control: Int
    let ramp: Int
    let due: Instant
    /// The control's revision at the tap. If the revision differs at `due`, something else has moved the control, and
    /// the ramp is not started.
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

    /// Starts or resumes a ramp. A running ramp is not stopped.
    fileprivate mutating func startRamp(_ ramp: Int, _ changes: inout Changes) {
        let control = settings.ramps[ramp].control
        guard instrument.isOpenToHands(control), instrument.controls[control].nextTick == nil else { return }
        _ = try? play(&changes) { instrument, changes throws(PanelRefusal) in try instrument.toggleRamp(ramp, &changes)
        }
    }

    /// Pauses the running ramp of a control, if the control is open to hands. Returns whether a ramp was paused.
    mutating func pauseRamp(of control: Int, _ changes: inout Changes) -> Bool {
        guard instrument.isOpenToHands(control), instrument.controls[control].nextTick != nil else { return false }
        _ = try? play(&changes) { instrument, changes throws(PanelRefusal) in
            try instrument.pauseRamp(of: control, &changes)
        }
        return true
    }
}
