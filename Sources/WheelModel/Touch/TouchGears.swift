import WheelGeometry
import WheelSettings

/// The amounts by which drags move a control.
extension Control {
    /// For a drag along a wheel.
    func wheelGear(length: Double) -> Grip.Gear {
        Grip.Gear(amount: law.perWheelLength(of: actingSpeed), length: length)
    }

    /// For a drag along a slider: the whole range, or the amount of a wheel if the range has no end.
    func sliderGear(length: Double) -> Grip.Gear {
        guard law.range.isFinite else { return wheelGear(length: length) }
        return Grip.Gear(amount: law.turnedSpan, length: length)
    }

    /// For the line between two fingers: 1:1 in degrees, else like an encoder.
    var turnGear: Grip.Gear { Grip.Gear(amount: law.perFingerTurn(of: actingSpeed), length: Angle.turn.degrees) }
}

extension ScaledValue {
    /// The arm's current angle and its angle for a finger at `angle`, without an unnecessary turn.
    func jump(of arm: ArmPull, to angle: Angle) -> (from: Angle, to: Angle)? {
        let from = self.angle(of: number, on: arm)
        guard from.degrees.isFinite else { return nil }
        let nearest = angle.unwrapped(near: from)
        guard !law.wraps else { return (from, nearest) }
        let ends = (self.angle(of: law.lower, on: arm), self.angle(of: law.upper, on: arm))
        let (low, high) = ends.0 < ends.1 ? ends : (ends.1, ends.0)
        // How far an angle lies outside the range. The full turn is chosen for which this is smallest.
        func excess(_ angle: Angle) -> Double { max(low.degrees - angle.degrees, angle.degrees - high.degrees, 0) }
        var best = nearest
        if excess(nearest + .turn) < excess(best) { best = nearest + .turn }
        if excess(nearest - .turn) < excess(best) { best = nearest - .turn }
        return (from, best)
    }

    private func angle(of value: Double, on arm: ArmPull) -> Angle {
        switch law.taper {
        case .linear: Angle(degrees: (value - arm.valueOnBaseline) * Angle.turn.degrees / arm.valuePerTurn)
        case .log, .square:
            Angle(turns: (law.position(of: value) - law.position(of: arm.valueOnBaseline)) / arm.valuePerTurn)
        }
    }
}

extension NumberLaw {
    /// The amount that one revolution of two fingers moves.
    fileprivate func perFingerTurn(of speed: Int) -> Double {
        guard taper == .linear else { return perTurn(of: speed) }
        if isDegrees { return Angle.turn.degrees }
        guard let grid else { return perTurn(of: speed) }
        // An encoder moves at least one step per detent, at any speed.
        let detents = NumberLaw.fingerDetents
        return Double(steps(perDetentOf: speed, detents: detents) * Int64(detents)) * grid.step
    }
}
