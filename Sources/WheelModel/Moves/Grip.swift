import WheelCore

/// A dragged control: its value follows one reading of the fingers, a place along a wheel or an angle.
///
/// The value is always recomputed from the start of the grip, so that rounding errors do not accumulate. The control
/// may snap to a grid; the grip's own course does not.
package struct Grip: Sendable {
    fileprivate var start: Double
    /// The turns of a wrapping control at the start.
    fileprivate let turns: Int
    /// A grid through the start, if the control has a step but does not snap to its own grid.
    fileprivate var steps: Grid?
    /// The reading at the start.
    fileprivate var anchor: Double
    /// The last reading.
    package fileprivate(set) var reading: Double
    fileprivate var gear: Gear
    /// The control's revision after the last move of this grip. If it differs, something else has moved the control.
    fileprivate var revision: UInt64
    fileprivate var rotations: Int?

    /// The value moves by `amount` when the reading moves by `length`. On a logarithmic control `amount` is a fraction
    /// of the range.
    package struct Gear: Equatable, Sendable {
        var amount: Double
        var length: Double

        package init(amount: Double, length: Double) {
            self.amount = amount
            self.length = length
        }

        /// Multiplied first and divided last, so that whole pixels and degrees give short decimals.
        func way(for distance: Double) -> Double { distance * amount / length }
    }

    /// The treatment of movement beyond an end of the range.
    package enum PastEnd {
        /// It is dropped, so that moving back has an effect at once.
        case isForgotten
        /// It is kept, so that the dragged object keeps its place under the finger. Whole turns of `length` each are
        /// dropped, so that they need not be undone.
        case isKept
    }
}

extension ScaledValue {
    /// Begins a drag of the control at its current value.
    func grip(at reading: Double, _ gear: Grip.Gear) -> Grip {
        Grip(
            start: number, turns: rotations ?? 0, steps: steps(from: number), anchor: reading, reading: reading,
            gear: gear, revision: revision, rotations: rotations)
    }

    /// Moves the control to the value of a reading. Returns true if the value has changed.
    mutating func pull(_ grip: inout Grip, to reading: Double, _ gear: Grip.Gear, pastEnd: Grip.PastEnd) -> Bool {
        renew(&grip, gear)
        grip.reading = reading
        var wanted = course(of: grip)
        guard wanted.isFinite else {
            grip = self.grip(at: reading, grip.gear)
            return false
        }
        if !scale.wraps, wanted < scale.lower || wanted > scale.upper {
            switch pastEnd {
            case .isForgotten:
                wanted = min(max(wanted, scale.lower), scale.upper)
                grip.start = wanted
                grip.steps = steps(from: wanted)
                grip.anchor = reading
            case .isKept: dropWholeTurn(beyond: wanted, &grip)
            }
        }
        let moved = put(UnwrappedNumber(number: grip.steps?.nearest(to: wanted) ?? wanted, turns: grip.turns))
        grip.revision = revision
        grip.rotations = rotations
        return moved
    }

    /// Starts the grip again at the last reading, if something else has moved the control or if its speed has changed.
    private func renew(_ grip: inout Grip, _ gear: Grip.Gear) {
        if grip.revision != revision || grip.rotations != rotations {
            grip = self.grip(at: grip.reading, gear)
        } else if grip.gear != gear {
            grip.start = course(of: grip)
            grip.anchor = grip.reading
            grip.gear = gear
        }
    }

    /// The value of the last reading, before snapping and clamping.
    private func course(of grip: Grip) -> Double {
        let way = grip.gear.way(for: grip.reading - grip.anchor)
        switch scale.taper {
        case .linear: return (ExactNumber(grip.start) + ExactNumber(way)).value
        case .log, .square: return scale.moved(grip.start, byPosition: way)
        }
    }

    private func dropWholeTurn(beyond value: Double, _ grip: inout Grip) {
        let isAbove = value > scale.upper
        let end = isAbove ? scale.upper : scale.lower
        let excess: Double
        switch scale.taper {
        case .linear: excess = value - end
        case .log, .square: excess = scale.position(of: value) - scale.position(of: end)
        }
        guard excess.magnitude > grip.gear.amount.magnitude else { return }
        grip.anchor += (isAbove == (grip.gear.amount > 0)) ? grip.gear.length : -grip.gear.length
    }

    private func steps(from start: Double) -> Grid? {
        guard let grid = scale.grid, !scale.snaps else { return nil }
        return Grid(origin: start, step: grid.step)
    }
}

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
