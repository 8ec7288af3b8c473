import WheelCore

/// Converts the turns of encoders from an input's units to a `Move` of a control.
///
/// Four questions decide the effect of a turn. Is a button being pressed at this moment? A hand that presses a dial
/// also turns it a little, which must neither move a value nor spoil a double click. Does the turn move the control
/// that has the focus, the control of a held button, or a ramp that the input scrubs? Does the turn use the speed of a
/// held button or the control's own speed? Do several detents make one step (`DetentGroup`)?
///
/// The rate is also computed while the control is locked, so that it is correct at the first detent after the lock.
extension Instrument {
    /// Turns an input by `units`, 120 for each detent. `product` is the number of detents per revolution of a known
    /// product.
    mutating func turn(_ input: Int, by units: Int, ofProduct product: Int? = nil, _ changes: inout Changes) {
        guard units != 0 else { return }
        var units = Int64(min(max(units, -Instrument.mostUnits), Instrument.mostUnits))
        var held: TurnAction?
        switch nudge(input, by: units) {
        case .ignored: return
        case .unnoticed: break
        case .turn(let all):
            units = all
            held = notifyButtons(turned: input, &changes)
        }
        let detents = settings.inputs[input].detents(ofProduct: product)
        let perTurn = Int64(detents) * TurnSum.unitsPerDetent
        let rate = inputs[input].rate.turned(units, unitsPerTurn: Double(perTurn), at: changes.time)
        guard !isLocked else { return }
        var control = inputs[input].focus
        if case .control(let other) = held {
            control = other
        } else if let ramp = inputs[input].ramp {
            return scrub(ramp, by: units, unitsPerTurn: perTurn, input: input, &changes)
        }
        guard let control, isOpenToHands(control) else { return }
        useHeldSpeed(of: control, &changes)
        let speed = speed(of: control, whileHeld: held)
        var turn = Turn(
            units: units, speed: speed, detents: detents, isDetentless: inputs[input].isDetentless, rate: rate)
        if inputs[input].detentsPerStep > 1, controls[control].value.scale.grid != nil {
            turn.detentsPerStep = inputs[input].detentsPerStep
            turn.units = inputs[input].group.gather(
                units, detentsPerStep: turn.detentsPerStep,
                for: DetentGroup.Target(
                    control: control, speed: speed, stepsBegun: controls[control].inHand.stepsBegun),
                at: changes.time)
            guard turn.units != 0 else {
                return keepHolding(control, by: input, &changes)
            }
        }
        perform(.turn(turn), on: control, by: .knob(input), &changes)
    }

    /// Renews the knob's hold, because the knob has turned without completing a step.
    private mutating func keepHolding(_ control: Int, by input: Int, _ changes: inout Changes) {
        let hold = Hold(holder: .encoder(input: input), until: changes.time + controls[control].commitAfter)
        // A knob never holds a draft, which has a timeout of its own.
        if !controls[control].confirms, controls[control].value.interaction.isHeld(by: hold.holder) {
            keep(hold, of: control, onDraft: false)
        }
    }

    /// The effect of a turn. Until it makes a whole detent, a turn may be part of a press of the dial's button.
    private enum Nudge {
        /// The turn has no effect.
        case ignored
        /// The turn moves the control, and a click before the turn may still become a double click.
        case unnoticed
        case turn(Int64)
    }

    /// After a press, the result is `turn` once the dial has turned by a whole detent. If the button is still held
    /// then, the result contains all units since the press.
    private mutating func nudge(_ input: Int, by units: Int64) -> Nudge {
        guard let before = inputs[input].nudge else { return .turn(units) }
        let sum = before + units
        let isHeld = holdsButtonThatTurns(input)
        if sum.magnitude < TurnSum.unitsPerDetent.magnitude {
            inputs[input].nudge = sum
            return isHeld ? .ignored : .unnoticed
        }
        inputs[input].nudge = nil
        return .turn(isHeld ? sum : units)
    }

    /// The largest turn of one frame, in units. Larger turns are clamped.
    static let mostUnits = 1 << 40

    private func speed(of control: Int, whileHeld held: TurnAction?) -> Int {
        if let speed = controls[control].hands.heldSpeed { return speed }
        switch held {
        case .finestSpeed: return controls[control].value.scale.speeds.count - 1
        case .speed(let name):
            return controls[control].value.scale.speeds.firstIndex { $0.name == name } ?? controls[control].speed
        case .control, .some(.none), nil: return controls[control].speed
        }
    }
}

/// A turn of a control.
package struct Turn {
    /// A detent has 120 units.
    var units: Int64
    var speed: Int
    var detents: Int
    /// How many detents of the knob count as one detent of this turn.
    var detentsPerStep = 1
    var isDetentless = false
    /// The rate that determines the acceleration of a knob's turn; `nil` for turns of clients and fingers.
    var rate: TurnsPerSecond?
}

extension Turn {
    /// The turn of an encoder with 24 detents per revolution, without acceleration.
    init(units: Double, speed: Int) {
        let most = Double(Instrument.mostUnits)
        self.init(units: Int64(min(max(units, -most), most)), speed: speed, detents: ValueScale.fingerDetents)
    }
}
