import WheelCore

/// The amounts by which drags move a control.
extension Control {
    /// For a drag along a wheel.
    package func wheelGear(length: Double) -> Grip.Gear {
        Grip.Gear(amount: scale.perWheelLength(of: actingSpeed), length: length)
    }

    /// For a drag along a slider: the whole range, or the amount of a wheel if the range has no end.
    package func sliderGear(length: Double) -> Grip.Gear {
        guard scale.range.isFinite else { return wheelGear(length: length) }
        return Grip.Gear(amount: scale.turnedSpan, length: length)
    }

    /// For the line between two fingers: 1:1 in degrees, else like an encoder.
    package var turnGear: Grip.Gear {
        Grip.Gear(amount: scale.perFingerTurn(of: actingSpeed), length: Angle.turn.degrees)
    }
}

/// An arm that a finger rotates: the value at the baseline, where the arm points to the left, and that of a whole turn.
private struct Arm {
    let scale: ValueScale
    let valueOnBaseline: Double
    let valuePerTurn: Double

    func angle(of value: Double) -> Angle {
        switch scale.taper {
        case .linear: Angle(degrees: (value - valueOnBaseline) * Angle.turn.degrees / valuePerTurn)
        case .log, .square:
            Angle(turns: (scale.position(of: value) - scale.position(of: valueOnBaseline)) / valuePerTurn)
        }
    }
}

extension Control {
    /// The arm's current angle and its angle for a finger at `angle`, without an unnecessary turn.
    package func jump(to angle: Angle, valueOnBaseline: Double, valuePerTurn: Double) -> (from: Angle, to: Angle)? {
        let arm = Arm(scale: scale, valueOnBaseline: valueOnBaseline, valuePerTurn: valuePerTurn)
        let from = arm.angle(of: inHand.number)
        guard from.degrees.isFinite else { return nil }
        let nearest = angle.unwrapped(near: from)
        guard !scale.wraps else { return (from, nearest) }
        let ends = (arm.angle(of: scale.lower), arm.angle(of: scale.upper))
        let (low, high) = ends.0 < ends.1 ? ends : (ends.1, ends.0)
        // How far an angle lies outside the range. The full turn is chosen for which this is smallest.
        func excess(_ angle: Angle) -> Double { max(low.degrees - angle.degrees, angle.degrees - high.degrees, 0) }
        var best = nearest
        if excess(nearest + .turn) < excess(best) { best = nearest + .turn }
        if excess(nearest - .turn) < excess(best) { best = nearest - .turn }
        return (from, best)
    }
}

extension ValueScale {
    /// The amount that one revolution of two fingers moves.
    fileprivate func perFingerTurn(of speed: Int) -> Double {
        guard taper == .linear else { return perTurn(of: speed) }
        if isDegrees { return Angle.turn.degrees }
        guard let grid else { return perTurn(of: speed) }
        // An encoder moves at least one step per detent, at any speed.
        let detents = ValueScale.fingerDetents
        return Double(steps(perDetentOf: speed, detents: detents) * Int64(detents)) * grid.step
    }
}
