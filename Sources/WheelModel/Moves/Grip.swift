import WheelCore

/// A finger's grip on a control: the value follows a reading, which is an angle, or the position of the finger along a
/// wheel.
///
/// For example, a drag along a wheel of 200 pixels moves the value by the whole range 0…100, so the gear is 100 for
/// 200 pixels. If a finger touches at pixel 50 while the value is 20, and moves to pixel 60, the value becomes 25. The
/// value is always computed from the start of the grip, so that rounding errors do not accumulate, and a control that
/// snaps follows the finger without lagging behind.
///
/// A client or another finger may move the control during the drag. Then the grip begins again at the present value.
/// The grip also begins again when the speed has changed, and at an end of the range unless `PastEnd` is `isKept`.
package struct Grip: Sendable {
    fileprivate var start: Double
    /// The rotations at the start; zero if the range does not wrap.
    fileprivate let turns: Int
    /// A grid through the start; `nil` if set values snap to the control's own grid, or if the control has no grid.
    fileprivate var steps: Grid?
    fileprivate var anchor: Double
    package fileprivate(set) var reading: Double
    fileprivate var gear: Gear
    /// The revision after the last move of this grip. If the control's revision is different, another mover has moved
    /// the control.
    fileprivate var revision: UInt64
    fileprivate var rotations: Int?

    /// The value moves by `amount` when the reading moves by `length`. If the taper is not linear, `amount` is a
    /// fraction of the range.
    package struct Gear: Equatable, Sendable {
        var amount: Double
        var length: Double

        package init(amount: Double, length: Double) {
            self.amount = amount
            self.length = length
        }

        /// How far the value moves for a distance of the finger. The product is divided last, so that whole pixels and
        /// degrees give short decimals.
        func way(for distance: Double) -> Double { distance * amount / length }
    }

    /// How movement beyond an end of the range is treated.
    package enum PastEnd {
        /// The movement is dropped, so that moving back has an effect at once.
        case isForgotten
        /// The movement is kept, so that a drawn arm stays under the finger that rotates it. Whole turns are dropped,
        /// so that they need not be turned back.
        case isKept
    }
}

extension ScaledValue {
    func grip(at reading: Double, _ gear: Grip.Gear) -> Grip {
        Grip(
            start: number, turns: rotations ?? 0, steps: steps(from: number), anchor: reading, reading: reading,
            gear: gear, revision: revision, rotations: rotations)
    }

    /// Returns whether the value has changed.
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

// MARK: How far drags move a control

extension Control {
    package func wheelGear(length: Double) -> Grip.Gear {
        Grip.Gear(amount: scale.perWheelLength(of: actingSpeed), length: length)
    }

    /// The gear of a slider, which moves the value by the whole range. If the range lacks an end, the slider moves like
    /// a wheel.
    package func sliderGear(length: Double) -> Grip.Gear {
        guard scale.range.isFinite else { return wheelGear(length: length) }
        return Grip.Gear(amount: scale.turnedSpan, length: length)
    }

    /// The gear of two fingers, whose reading is the angle of the line between them. If the unit is degrees, the value
    /// moves by this angle. Otherwise a turn of the line acts like a revolution of an encoder.
    package var turnGear: Grip.Gear {
        Grip.Gear(amount: scale.perFingerTurn(of: actingSpeed), length: Angle.turn.degrees)
    }
}

/// An arm that a finger rotates. At the value `valueOnBaseline` its angle is 0, and it points to the left.
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
    /// The present angle of the arm, and the angle to which the arm moves when a finger touches at `angle`. A direction
    /// has many angles, each a turn apart. The arm moves to the nearest of these angles. If the angle a turn before or
    /// after it is less far outside the range, the arm moves to that angle instead. Returns `nil` if the present angle
    /// is not finite.
    package func jump(to angle: Angle, valueOnBaseline: Double, valuePerTurn: Double) -> (from: Angle, to: Angle)? {
        let arm = Arm(scale: scale, valueOnBaseline: valueOnBaseline, valuePerTurn: valuePerTurn)
        let from = arm.angle(of: inHand.number)
        guard from.degrees.isFinite else { return nil }
        let nearest = angle.unwrapped(near: from)
        guard !scale.wraps else { return (from, nearest) }
        let ends = (arm.angle(of: scale.lower), arm.angle(of: scale.upper))
        let (low, high) = ends.0 < ends.1 ? ends : (ends.1, ends.0)
        // How far an angle is outside the range.
        func excess(_ angle: Angle) -> Double { max(low.degrees - angle.degrees, angle.degrees - high.degrees, 0) }
        var best = nearest
        if excess(nearest + .turn) < excess(best) { best = nearest + .turn }
        if excess(nearest - .turn) < excess(best) { best = nearest - .turn }
        return (from, best)
    }
}

extension ValueScale {
    fileprivate func perFingerTurn(of speed: Int) -> Double {
        guard taper == .linear else { return perTurn(of: speed) }
        if isDegrees { return Angle.turn.degrees }
        guard let grid else { return perTurn(of: speed) }
        // A turn of two fingers moves as many steps as a revolution of an encoder, which moves at least one step per
        // detent.
        let detents = ValueScale.fingerDetents
        return Double(steps(perDetentOf: speed, detents: detents) * Int64(detents)) * grid.step
    }
}
