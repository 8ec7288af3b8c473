import WheelGeometry

/// Taps: a double tap cycles the control's speed; a single tap performs its target's action.
extension Panel {
    /// The result of lifting a finger that may have tapped.
    enum TapEnd: Equatable {
        /// No tap: the finger strayed, was one of several, or was the bounce of a double tap.
        case nothing
        /// Down too long for a tap.
        case press
        /// A tap. Until `until` it may become a double tap.
        case tap(until: Instant)
        /// The second tap of a double tap.
        case double
    }

    mutating func beginTap(_ finger: Int, on control: Int, of surface: Int, at time: Instant) {
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        surfaces[surface].taps[control].touched(
            by: finger, at: time, undo: controls[control].inHand.undo, timings: settings.touch)
        let holder = Interaction.Holder.tap(surface: surface)
        guard surfaces[surface].taps[control].isSecond, controls[control].inHand.interaction.isHeld(by: holder) else {
            return
        }
        // The second tap has begun. Its hold lasts until the tap is complete or too long.
        keepInHand(Hold(holder: holder, until: time + settings.touch.tap), of: control)
    }

    /// Something else happens on the control: the preceding tap can no longer become a double tap.
    mutating func breakTap(on control: Int, of surface: Int, _ moment: inout Moment) {
        surfaces[surface].taps[control] = .idle
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        releaseHand(.tap(surface: surface), of: control, at: moment.time)
        commitIfReleased(control, &moment)
    }

    /// A finger that may have tapped lifts. The caller changes the speed after a double tap, as its last step.
    mutating func endTap(
        _ finger: Finger, of surface: Int, _ moment: inout Moment
    ) -> TapEnd {
        guard let control = finger.control, surfaces[surface].taps[control].down?.finger == finger.id else {
            return .nothing
        }
        let hand = Hand(surface: surface, finger: finger.id)
        let waiting = Interaction.Holder.tap(surface: surface)
        switch surfaces[surface].taps[control].lifted(at: moment.time, timings: settings.touch) {
        case .noTap:
            releaseHand(waiting, of: control, at: moment.time)
            return .press
        case .tap(let until):
            let interaction = controls[control].inHand.interaction
            if interaction.isHeld(by: hand.holder) || interaction.isHeld(by: waiting) {
                keepInHand(Hold(holder: waiting, until: until), of: control)
            }
            return .tap(until: until)
        case .double(let undo):
            guard isOpenToHands(control) else {
                releaseHand(waiting, of: control, at: moment.time)
                return .nothing
            }
            goBack(to: undo, control, by: hand, &moment)
            releaseHand(waiting, of: control, at: moment.time)
            return .double
        }
    }

    /// Undoes the moves of a gesture that turns out to move nothing.
    mutating func goBack(
        to undo: Undo, _ control: Int, by hand: Hand, _ moment: inout Moment
    ) {
        perform(.goBack(undo), on: control, by: .finger(hand), &moment)
    }

    /// A finger lifts on the target on which it came down: performs the target's tap action.
    mutating func press(_ finger: Finger, of surface: Int, _ moment: inout Moment) {
        guard !isLocked, let kind = finger.target?.kind else { return }
        switch kind {
        case .seat(let control, let position), .chip(let control, let position):
            choose(position, of: control, by: .input(surface), &moment)
        case .opener(let control, let rows): openChooser(of: control, rows, on: surface, &moment)
        case .toggle(let control):
            guard controls[control].kind == .choice, controls[control].settings.positions?.positions.count == 2 else {
                return
            }
            choose(1 - Int(controls[control].inHand.number), of: control, by: .input(surface), &moment)
        case .closer: closeChooser(ofDisplay: surfaces[surface].layout.display, at: moment.time)
        case .tab(let goal): go(to: goal, on: surface, &moment)
        case .block(let control, let part):
            guard !isLocked(control), let window = surfaces[surface].layout.window(of: control),
                let view = ChartView.zoomed(to: part, in: window.area)
            else { return }
            controls[control].chart.jump(to: view)
        case .apply(let control):
            guard isOpenToHands(control) else { return }
            applyDraft(of: control, by: .input(surface), &moment)
        case .revert(let control):
            guard isOpenToHands(control) else { return }
            dropDraft(of: control, by: .input(surface), &moment)
        case .digit(let control, _, let speed, _):
            guard isOpenToHands(control) else { return }
            let name = controls[control].settings.speeds[speed].name
            changeSpeed(of: control, to: .named(name), &moment)
        case .number(let control, _):
            guard isOpenToHands(control) else { return }
            changeSpeed(of: control, to: .next, &moment)
        case .wheel, .wheelOfFocus, .arm, .slider, .rampButton, .chart, .chips, .stepper, .stage: break
        }
    }

    /// A tap on a position chooses it, or toggles it in a selection.
    mutating func choose(_ position: Int, of control: Int, by source: Source, _ moment: inout Moment) {
        guard isOpenToHands(control) else { return }
        let toggling = controls[control].kind == .selection
        // A hand cannot get an error: an impossible choice (one position more than allowed) is ignored.
        guard (try? checkMark(position, of: control, toggling: toggling)) != nil else { return }
        perform(.mark(position, toggling: toggling), on: control, by: Mover(source), &moment)
    }

    /// A tap outside seats and blocks zooms back to the whole chart.
    mutating func zoomBack(_ finger: Finger) {
        guard let control = finger.control, !isLocked(control) else { return }
        controls[control].chart.jump(to: .identity)
    }
}
