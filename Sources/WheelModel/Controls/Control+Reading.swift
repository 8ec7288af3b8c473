import WheelCore

/// Properties for displays and servers.
extension Control {
    /// The value of a number, the chosen position of a choice, the cursor of a selection.
    public var number: Double { value.number }

    /// The number of completed turns of a wrapping control.
    public var rotations: Int? { value.rotations }

    /// Incremented at each change of the value.
    package var revision: UInt64 { value.revision }

    /// How values lie on its range.
    var scale: ValueScale { value.scale }

    public var isEditing: Bool { value.interaction.isOpen }

    /// Whether a ramp runs or something holds the value or the draft, so that time may change that.
    var waits: Bool { nextTick != nil || value.interaction.isHeld || hasHeldDraft }

    var hasHeldDraft: Bool { confirms && draft.interaction.isHeld }

    /// The value of a number after a reset.
    public var home: Double { scale.home }

    /// The name of the position under a selection's cursor.
    public var cursor: String? {
        guard case .selection(let selection) = settings.quantity else { return nil }
        return selection.positions[Int(number)].name
    }

    /// The distance between a number's grid points; `nil` where there is no grid.
    public var step: Double? { scale.grid?.step }

    /// The position in the range, 0…1 in the control's taper; `nil` for a number without a finite range.
    public var position: Double? { scale.range.isFinite ? scale.position(of: number) : nil }

    /// Whether hands are kept from changing it, even if the panel is not locked.
    public var isLocked: Bool { hands.isLocked }

    /// The speed at which hands turn it now.
    public var actingSpeed: Int { hands.heldSpeed ?? speed }

    /// The scale of the current speed, with which the wheel is drawn and dragged.
    public var wheelScale: Double { scale.wheelScale(of: speed) }

    /// The amount that one revolution of an encoder moves at the current speed; on a logarithmic control, as a fraction
    /// of the range.
    public var amountPerTurn: Double { scale.perTurn(of: speed) }

    /// Whether setting `value` would change nothing.
    func stands(at value: Double) -> Bool {
        let spot = scale.spot(of: value)
        guard spot.number == number else { return false }
        return rotations.map { NumberLimits.turns($0, and: spot.turns) == $0 } ?? true
    }

    /// The status of the ramp that moves it or can be scrubbed.
    public func rampStatus(at time: Instant) -> RampStatus? {
        ramp.map { RampStatus(state: $0.state, fraction: $0.fraction(at: time), rampIndex: $0.rampIndex) }
    }
}

extension NumberSettings {
    /// The position of a value in the range, 0…1, by the taper; `nil` without a finite range.
    public func position(of value: Double) -> Double? {
        guard range.isFinite else { return nil }
        return min(max(ValueScale(self, isInteger: false).position(of: value), 0), 1)
    }
    /// The value at a position of the range, 0…1, by the taper; `nil` without a finite range.
    public func value(atPosition position: Double) -> Double? {
        guard range.isFinite else { return nil }
        return ValueScale(self, isInteger: false).moved(range.lower, byPosition: min(max(position, 0), 1))
    }
}
