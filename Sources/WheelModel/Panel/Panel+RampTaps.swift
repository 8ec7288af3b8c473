import WheelGeometry

/// Fingers on ramp buttons. Touching pauses a running ramp at once. A tap starts a ramp that is not running, once it is
/// certain that the tap is not the first of a double tap. With `tap_starts = false` buttons and clients alone start it.
extension Panel {
    /// A finger comes down: pauses the ramp that moves the control.
    mutating func stopRamp(under press: RampPress, _ moment: inout Moment) -> RampPress {
        let control = settings.ramps[press.ramp].control
        guard isOpenToHands(control), controls[control].nextTick != nil else { return press }
        _ = try? pauseRamp(of: control, &moment)
        return RampPress(ramp: press.ramp, hasStopped: true)
    }

    /// A finger comes down on an arm that a ramp moves, with or without a name, or on − or +: pauses it.
    mutating func stopRamp(of control: Int, _ moment: inout Moment) {
        guard isOpenToHands(control), controls[control].nextTick != nil else { return }
        _ = try? pauseRamp(of: control, &moment)
    }

    /// The finger lifts.
    mutating func end(
        _ press: RampPress, _ finger: Finger, _ tap: TapEnd, of surface: Int, _ moment: inout Moment
    ) {
        guard let control = finger.control, isOpenToHands(control), !controls[control].confirms, !press.hasStopped,
            !finger.marksOnly, controls[control].settings.appearance.tapStarts
        else { return }
        let revision = controls[control].revision
        switch tap {
        case .nothing, .double: break
        case .press: start(press.ramp, &moment)
        case .tap(let until):
            // Up to and including `until`, a second tap may still come down.
            let due = until + Interval(microseconds: 1)
            surfaces[surface].rampTaps.append(
                RampTap(control: control, ramp: press.ramp, due: due, revision: revision))
            schedule(noLaterThan: due)
        }
    }

    /// Starts the ramps of taps that have not become double taps.
    mutating func wakeRampTaps(of surface: Int, _ moment: inout Moment) {
        while let index = surfaces[surface].rampTaps.firstIndex(where: { $0.due <= moment.time }) {
            let tap = surfaces[surface].rampTaps.remove(at: index)
            guard controls[tap.control].revision == tap.revision else { continue }
            moment.beginStep()
            start(tap.ramp, &moment)
        }
    }

    /// Starts or resumes a ramp; never stops one.
    private mutating func start(_ ramp: Int, _ moment: inout Moment) {
        let control = settings.ramps[ramp].control
        guard isOpenToHands(control), controls[control].nextTick == nil else { return }
        _ = try? toggleRamp(ramp, &moment)
    }
}

/// A finger on a ramp's button.
struct RampPress: Sendable {
    var ramp: Int
    /// Whether it paused a running ramp when it came down. It then has no other effect.
    var hasStopped = false
}

/// A tap on a ramp's button. It starts the ramp once it can no longer become a double tap.
struct RampTap: Sendable {
    let control: Int
    let ramp: Int
    let due: Instant
    /// The control's revision at the tap. If it differs later, something else has moved the control, and the ramp is
    /// not started.
    let revision: UInt64
}
