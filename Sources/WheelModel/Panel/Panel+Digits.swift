import WheelGeometry

/// Fingers on digits. A tap chooses a speed, a drag up or down moves the value, and the two never happen together.
extension Panel {
    mutating func pull(
        _ digit: inout DigitPull, with index: Int, of control: Int, by hand: Hand, _ moment: inout Moment
    ) {
        let reading = TouchAxis.vertical.reading(at: surfaces[hand.surface].fingers[index].place)
        guard isOpenToHands(control), takesHandMoves(control) else { return digit.begin(at: reading) }
        guard surfaces[hand.surface].fingers[index].hasStrayed else { return }
        let steps = digit.steps(to: reading)
        guard steps != 0 else { return }
        switch digit.move {
        case .amount(let amount): move(control, &digit.grip, by: steps, of: amount, by: hand, &moment)
        case .detent: turn(control, by: steps, by: hand, &moment)
        }
        if self[hand: control].isAtEnd(towards: Double(steps)) { digit.begin(at: reading) }
    }

    private mutating func move(
        _ control: Int, _ grip: inout DigitGrip?, by steps: Int64, of amount: Double, by hand: Hand,
        _ moment: inout Moment
    ) {
        noteTurn(of: control, &moment)
        let before = beginHandMove(of: control, &moment)
        let revision = self[hand: control].revision
        if self[hand: control].move(&grip, by: steps, of: amount) {
            let moved = self[hand: control].revision
            surfaces[hand.surface].noteOwnMove(of: control, from: before, revision: revision, to: moved)
            publish(control, movedFrom: before, by: hand, &moment)
        }
        reportLimit(control, towards: Double(steps), by: hand.source, &moment)
        settle(control, &moment)
    }

    /// Turns the control by detents, as an encoder with 24 detents does.
    private mutating func turn(_ control: Int, by detents: Int64, by hand: Hand, _ moment: inout Moment) {
        noteTurn(of: control, &moment)
        let (before, revision) = (self[hand: control].unwrapped, self[hand: control].revision)
        let units = min(max(detents * TurnSum.unitsPerDetent, -Int64(Panel.mostUnits)), Int64(Panel.mostUnits))
        let turn = Turn(units: units, speed: controls[control].actingSpeed, detents: NumberLaw.fingerDetents, rate: nil)
        self.turn(control, by: turn, source: hand.source, hold: Hold(holder: hand.holder, until: nil), &moment)
        let moved = self[hand: control].revision
        surfaces[hand.surface].noteOwnMove(of: control, from: before, revision: revision, to: moved)
    }
}
