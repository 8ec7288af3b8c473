import WheelGeometry

/// What whoever shows or publishes a control reads of it, beside its value.
extension Control {
    /// What a number goes back to at a reset.
    public var home: Double { law.home }

    /// The distance between a number's grid points; `nil` where there is no grid.
    public var step: Double? { law.grid?.step }

    /// Where in its range it stands, 0…1 in its taper; `nil` for a number without a finite range.
    public var position: Double? { law.range.isFinite ? law.position(of: number) : nil }

    /// The current speed's scale, as the wheel is drawn and dragged with.
    public var scale: Double { law.scale(of: speed) }

    /// What a revolution of an encoder moves at the current speed; on a logarithmic control the part of the range.
    public var amountPerTurn: Double { law.perTurn(of: speed) }

    /// The ramp that moves it or can be scrubbed.
    public func rampStatus(at time: Instant) -> RampStatus? {
        ramp.map { RampStatus(state: $0.state, fraction: $0.fraction(at: time), name: $0.name) }
    }
}
