import WheelGeometry

/// Fingers on sliders. A slider scrubs its ramp if it has one; otherwise it drags the value.
extension Panel {
    func sliderPull(
        of control: Int, ramp: Int?, length: Double, area: Rect, at place: Point, _ time: Instant
    ) -> SliderPull {
        let axis = TouchAxis(.auto, area: area)
        let hold = sliderHold(of: control, ramp: ramp, length: length, at: axis.reading(at: place), time)
        return SliderPull(ramp: ramp, axis: axis, length: length, hold: hold)
    }

    mutating func pull(
        _ slider: inout SliderPull, of control: Int, to place: Point, by hand: Hand, _ moment: inout Moment
    ) {
        let reading = slider.axis.reading(at: place)
        let scrubs = !controls[control].confirms && (slider.ramp != nil || controls[control].ramp != nil)
        if !isOpenToHands(control) || slider.hold.isRamp != scrubs {
            let last = isOpenToHands(control) ? slider.hold.reading : reading
            slider.hold = sliderHold(of: control, ramp: slider.ramp, length: slider.length, at: last, moment.time)
        }
        switch slider.hold {
        case .value(var grip):
            let gear = controls[control].sliderGear(length: slider.length)
            pull(&grip, of: control, to: reading, gear, by: hand, &moment)
            slider.hold = .value(grip)
        case .ramp(var grip):
            scrub(slider, &grip, of: control, to: reading, by: hand, &moment)
            slider.hold = .ramp(grip)
        }
    }

    private func sliderHold(
        of control: Int, ramp: Int?, length: Double, at reading: Double, _ time: Instant
    ) -> SliderPull.Hold {
        let current = controls[control].ramp
        guard current != nil || ramp != nil, !controls[control].confirms else {
            return .value(controls[control].inHand.grip(at: reading, controls[control].sliderGear(length: length)))
        }
        return .ramp(RampGrip(current?.fraction(at: time) ?? 0, at: reading))
    }

    private mutating func scrub(
        _ slider: SliderPull, _ grip: inout RampGrip, of control: Int, to reading: Double, by hand: Hand,
        _ moment: inout Moment
    ) {
        guard isOpenToHands(control), reading != grip.reading else { return }
        let (before, revision) = (controls[control].value.unwrapped, controls[control].value.revision)
        surfaces[hand.surface].farSwipe.noteScrub(by: hand.finger)
        // The finger holds the control before the ramp is started. Otherwise that change would be committed at once.
        controls[control].value.interaction.hold(hand.holder, until: nil)
        if controls[control].ramp == nil, let ramp = slider.ramp { startPaused(ramp, &moment) }
        if let current = controls[control].ramp?.fraction(at: moment.time) {
            let fraction = grip.pull(current, to: reading, length: slider.length)
            scrub(control, by: .finger(hand), &moment) { $0.scrub(to: fraction) }
        }
        surfaces[hand.surface].farSwipe.noteOwnMove(
            of: control, from: before, revision: revision, to: controls[control].value.revision)
        if !controls[control].isEditing { controls[control].value.interaction.release(hand.holder) }
        commitIfReleased(control, &moment)
    }
}
