import WheelGeometry

/// Fingers on digits. A tap chooses a speed, a drag up or down moves the value, and the two never happen together.
extension Panel {
    mutating func pull(
        _ digit: inout DigitPull, with index: Int, of control: Int, by hand: Hand, _ moment: inout Moment
    ) {
        let reading = TouchAxis.vertical.reading(at: surfaces[hand.surface].fingers[index].place)
        guard takesHandMoves(control) else { return digit.begin(at: reading) }
        guard surfaces[hand.surface].fingers[index].hasStrayed else { return }
        let steps = digit.steps(to: reading)
        guard steps != 0 else { return }
        switch digit.move {
        case .amount(let amount): move(control, &digit.grip, by: steps, of: amount, by: hand, &moment)
        case .detent: turn(control, by: steps, by: hand, &moment)
        }
        if controls[control].inHand.isAtEnd(towards: Double(steps)) { digit.begin(at: reading) }
    }

    private mutating func move(
        _ control: Int, _ grip: inout DigitGrip?, by steps: Int64, of amount: Double, by hand: Hand,
        _ moment: inout Moment
    ) {
        withUnsafeMutablePointer(to: &grip) { grip in
            perform(.count(grip, by: steps, of: amount), on: control, by: hand, &moment)
        }
    }

    /// Turns the control by detents, as an encoder with 24 detents does.
    private mutating func turn(_ control: Int, by detents: Int64, by hand: Hand, _ moment: inout Moment) {
        let units = min(max(detents * TurnSum.unitsPerDetent, -Int64(Panel.mostUnits)), Int64(Panel.mostUnits))
        let speed = controls[control].actingSpeed
        let turn = Turn(units: units, speed: speed, detents: NumberLaw.fingerDetents, rate: nil)
        perform(.turn(turn), on: control, by: hand, &moment)
    }
}
