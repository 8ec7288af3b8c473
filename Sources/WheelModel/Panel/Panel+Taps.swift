import WheelGeometry

/// Taps: two of them cycle a control's speed, one does what its target says.
extension Panel {
    /// What became of a finger that might have tapped.
    enum TapEnd: Equatable {
        /// It does not count: it has strayed, or was one of several, or is the bounce of a double tap.
        case nothing
        /// It was down too long for a tap.
        case press
        /// Until then it may become a double tap.
        case tap(until: Instant)
        /// The second of two.
        case double
    }

    mutating func beginTap(_ finger: Int, on control: Int, of surface: Int, at time: Instant) {
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        surfaces[surface].taps[control].touched(
            by: finger, at: time, undo: controls[control].undo, timings: settings.touch)
        let holder = Interaction.Holder.tap(surface: surface)
        guard surfaces[surface].taps[control].isSecond, controls[control].interaction.isHeld(by: holder) else { return }
        // The second tap is being made: what waits for it waits until it is done, or too long for one.
        keepOpen(control, Hold(holder: holder, until: time + settings.touch.tap))
    }

    /// Something else happens on the control: what was tapped before makes no double tap any more.
    mutating func breakTap(on control: Int, of surface: Int, _ moment: inout Moment) {
        surfaces[surface].taps[control] = .idle
        surfaces[surface].rampTaps.removeAll { $0.control == control }
        controls[control].interaction.release(.tap(surface: surface))
        settle(control, &moment)
    }

    /// A finger lifts that might have tapped. The speed that a double tap cycles is changed by the caller, last.
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
            controls[control].interaction.release(waiting)
            return .press
        case .tap(let until):
            let interaction = controls[control].interaction
            if interaction.isHeld(by: hand.holder) || interaction.isHeld(by: waiting) {
                keepOpen(control, Hold(holder: waiting, until: until))
            }
            return .tap(until: until)
        case .double(let undo):
            guard isOpenToHands(control) else {
                controls[control].interaction.release(waiting)
                return .nothing
            }
            goBack(to: undo, control, by: hand, &moment)
            controls[control].interaction.release(waiting)
            return .double
        }
    }

    /// Takes back what a gesture has moved before it turned out to be one that moves nothing.
    mutating func goBack(
        to undo: Undo, _ control: Int, by hand: Hand, _ moment: inout Moment
    ) {
        let before = controls[control].unwrapped
        if controls[control].goBack(to: undo) {
            publish(control, movedFrom: before, by: hand, &moment)
        }
    }

    /// A finger lifts where it came down on something that answers to this.
    mutating func press(_ finger: Finger, of surface: Int, _ moment: inout Moment) {
        guard !isLocked, let kind = finger.target?.kind else { return }
        switch kind {
        case .seat(let control, let position):
            guard isOpenToHands(control) else { return }
            let toggling = controls[control].kind == .selection
            // What a hand cannot have (one position more than allowed) simply does not happen.
            try? mark(
                position, of: control, toggling: toggling, source: .input(surface), at: moment.time, into: &moment)
        case .tab(let page): show(.page(page), at: moment.time, into: &moment)
        case .block(let control, let part):
            guard let window = surfaces[surface].layout.window(of: control),
                let view = ChartView.zoomed(to: part, in: window.area)
            else { return }
            controls[control].chart.jump(to: view)
        case .wheel, .wheelOfFocus, .arm, .slider, .rampButton, .chart, .stepper, .stage: break
        }
    }

    /// A tap beside seats and blocks shows all of the chart again.
    mutating func zoomBack(_ finger: Finger) {
        guard !isLocked, let control = finger.control else { return }
        controls[control].chart.jump(to: .identity)
    }
}
