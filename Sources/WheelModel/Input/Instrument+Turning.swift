import WheelCore

/// Turns of encoders.
extension Instrument {
    /// Turns an input by `units`, 120 to a detent. `product`: the detents of a revolution of a known product.
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
                // The knob has moved, so its interaction is not over.
                return goOnHolding(control, by: input, &changes)
            }
        }
        perform(.turn(turn), on: control, by: .knob(input), &changes)
    }

    private mutating func goOnHolding(_ control: Int, by input: Int, _ changes: inout Changes) {
        let hold = Hold(holder: .encoder(input: input), until: changes.time + controls[control].commitAfter)
        // Knobs hold no drafts.
        if !controls[control].confirms, controls[control].value.interaction.isHeld(by: hold.holder) {
            keep(hold, of: control, onDraft: false)
        }
    }

    /// What a turn of a dial means beside its buttons.
    private enum Nudge {
        /// It moves nothing: a hand that presses a dial also turns it a little.
        case ignored
        /// It moves the control, and a click before it may still become a double click.
        case unnoticed
        /// It is a turn by so many units.
        case turn(Int64)
    }

    /// Beside a button a turn counts from a detent since its press on. If the button is still held then, all of it counts.
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

    /// The largest turn of one frame; larger ones from outside are clamped to it.
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

/// A turn, in the terms of a control.
package struct Turn {
    /// 120 to a detent.
    var units: Int64
    var speed: Int
    var detents: Int
    /// The detents of the knob for one of the turn.
    var detentsPerStep = 1
    var isDetentless = false
    /// The rate of a turn by hand, which may be accelerated; `nil` for a client's turn.
    var rate: TurnsPerSecond?
}
