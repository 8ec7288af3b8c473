import WheelCore

/// A number on its scale. However often the number is set, turned or stepped, rounding errors do not accumulate.
///
/// A control has two scaled values: its value, and the draft that hands move if the control has `confirm`. Each has its
/// own number, its own partial steps that turns have left over, and its own interaction.
///
///     scale 0…10 by 0.5     put(3.2)      3.0, one of the points of the grid
///                           turn(+120)    3.5, one detent, at a speed of one step
///                           turn(+60)     3.5, and half a detent waits in `remainder`
///                           step(20)      10.0; `arrivedEnd` returns `.upper`, once
///
/// Turns are stored in one of three ways, so that turning forth and equally far back leads to the same value. On a
/// grid, `place` counts whole steps of `track`. On a grid with a taper that is not linear, `runs` stores the turns at
/// each speed. Without a `track`, `sum` stores the last set value and the turns since then.
struct ScaledValue: Sendable {
    let scale: ValueScale
    /// The value of a number, the chosen position of a choice, or the cursor of a selection.
    private(set) var number: Double
    private var sum: TurnSum
    /// The grid for turns in whole steps: the grid of the scale, or a grid through the set value if set values do not
    /// snap.
    private var track: Grid?
    /// The index of the current point of `track`.
    private var place: Int64 = 0
    private var runs = TaperRuns()
    var interaction = Interaction()
    /// Incremented at each change, so that a gesture can detect moves by other movers.
    private(set) var revision: UInt64 = 0
    /// Incremented when partial steps are dropped, by a move with `dropsParts` or at the start of a ramp, and when the
    /// speed changes.
    private(set) var stepsBegun: UInt32 = 0
    /// Counts the changes that displays animate (`MovePolicy.isMotion`).
    var jumps: UInt32 = 0
    /// In a range that wraps, the value's rotations are the sum of two counts: `turnsOfSum` counts the wraps of `sum`,
    /// and `turnsBefore` counts all other wraps.
    private var turnsBefore = 0
    private var turnsOfSum = 0
    var remainder = TurnRemainder()
    private var lastLimit: RangeEnd?

    init(_ scale: ValueScale) {
        self.scale = scale
        let spot = scale.spot(of: scale.home)
        number = 0
        sum = TurnSum(base: 0)
        begin(at: spot)
        _ = store(spot.number)
        if scale.taper != .linear, scale.grid != nil { runs.prepare() }
    }

    /// How often the value has wrapped upwards, minus how often downwards; `nil` if the range does not wrap.
    @inline(__always)
    var rotations: Int? { !scale.wraps ? nil : NumberLimits.turns(turnsBefore, and: turnsOfSum) }

    @inline(__always)
    var unwrapped: UnwrappedNumber { UnwrappedNumber(number: number, turns: rotations ?? 0) }

    // MARK: Moving. Each function returns whether the value changed. The caller publishes the change.

    /// Sets the value, snapped to the grid and clamped to the range. If the range wraps, a value inside the range keeps
    /// the present rotations.
    mutating func put(_ value: Double) -> Bool { put(UnwrappedNumber(number: value, turns: rotations ?? 0)) }

    /// Sets the value. In a range that wraps, the new rotations are `value.turns` plus the turns by which
    /// `value.number` is outside the range.
    mutating func put(_ value: UnwrappedNumber) -> Bool {
        let spot = scale.spot(of: value.number)
        let before = rotations
        begin(at: spot)
        if scale.wraps { turnsBefore = NumberLimits.turns(value.turns, and: spot.turns) }
        return store(spot.number, turnedFrom: before)
    }

    mutating func resetTurns() {
        turnsBefore = 0
        turnsOfSum = 0
    }

    mutating func restoreTurns(_ turns: Int) {
        turnsBefore = NumberLimits.turns(turns, and: 0)
        turnsOfSum = 0
    }

    mutating func turn(_ turn: Turn) -> Bool {
        let (speed, detents) = (turn.speed, turn.detents)
        if !scale.roundings.isEmpty, let rounding = scale.roundings[speed] { return self.turn(turn, by: rounding) }
        if scale.grid != nil, scale.taper == .linear {
            var left = remainder
            let steps = steps(of: turn, &left)
            remainder = left
            return move(steps: steps)
        }
        let further = remainder.further(turn.units, amount: scale.speeds[speed].amount, factor: acceleration(of: turn))
        let far = turn.units.addingReportingOverflow(further)
        guard !far.overflow else { return false }
        if let track {
            let run = TaperRuns.Key(speed: speed, detents: detents, isDetentless: turn.isDetentless)
            let course = scale.course(of: speed, detents: detents)
            return move(to: runs.turn(far.partialValue, by: run, course, from: place, on: track))
        }
        let size = scale.speeds[speed].amount.isOfDetents ? 0 : detents
        let key = TurnSum.Key(speed: speed, detents: size)
        if !sum.add(far.partialValue, to: key) {
            sum.begin(
                key, amount: scale.exactPerDetent(of: speed, detents: detents), octave: scale.octave(of: speed),
                with: far.partialValue)
        }
        return storeSum()
    }

    /// Drops partial detents and steps, because a move other than a turn changes the value.
    mutating func resetParts() {
        remainder = TurnRemainder()
        runs.resetParts()
        beginStep()
    }

    mutating func beginStep() { stepsBegun &+= 1 }

    /// Copies a value of the same scale together with its turns. Allocates nothing.
    mutating func adopt(_ other: ScaledValue) {
        number = other.number
        sum.copy(other.sum)
        (track, place) = (other.track, other.place)
        runs.copy(other.runs)
        (turnsBefore, turnsOfSum) = (other.turnsBefore, other.turnsOfSum)
        (remainder, lastLimit) = (other.remainder, other.lastLimit)
        revision &+= 1
        beginStep()
    }

    /// Moves by `count` times the amount of the stepper.
    mutating func step(_ count: Int64) -> Bool {
        if let grid = scale.grid {
            let steps = ValueScale.wholeSteps((scale.stepper / ExactNumber(grid.step)).value)
            runs.reset()
            return move(steps: Int128(steps) * Int128(count))
        }
        if scale.taper != .linear, !scale.stepsInPosition {
            return put((ExactNumber(number) + ExactNumber(count) * scale.stepper).value)
        }
        let (units, overflow) = count.multipliedReportingOverflow(by: TurnSum.unitsPerDetent)
        guard !overflow else { return false }
        if !sum.add(units, to: .stepper) {
            sum.begin(.stepper, amount: scale.stepper, with: units)
        }
        return storeSum()
    }

    /// The end of the range that a move in this direction reaches. Returns `nil` if this end was already returned and
    /// the value has not left it since.
    mutating func arrivedEnd(towards direction: Double) -> RangeEnd? {
        guard let end = scale.end(at: number, towards: direction), lastLimit != end else { return nil }
        lastLimit = end
        return end
    }

    // MARK: Implementation

    /// Makes a set value the new base, and drops the turns since the last set.
    private mutating func begin(at spot: Spot) {
        sum.rebase(spot.number)
        turnsBefore = NumberLimits.turns(turnsBefore, and: turnsOfSum)
        turnsOfSum = 0
        runs.reset()
        guard let grid = scale.grid else { return }
        if scale.snaps {
            track = grid
            place = spot.place
        } else if !scale.wraps {
            track = Grid(origin: spot.number, step: grid.step)
            place = 0
        }
    }

    private mutating func move(steps: Int128) -> Bool {
        guard steps != 0, let grid = scale.grid else { return false }
        if let track {
            guard scale.wraps, let places = scale.places else {
                // The number of steps is clamped to a limit that exceeds every range but cannot make the index
                // overflow.
                return move(to: place + Int64(min(max(steps, -1 << 60), 1 << 60)))
            }
            let (inside, turns) = WrapLaw.wrapped(Int128(place) + steps, into: places)
            let before = rotations
            place = inside
            turnsBefore = NumberLimits.turns(turnsBefore, and: turns)
            return store(scale.point(inside, of: track), turnedFrom: before)
        }
        // In a range that wraps, without snapping, the result may lie between two points of the grid. So the steps are
        // counted in the sum, like turns.
        let units = Int64(clamping: steps)
        if !sum.add(units, to: .steps) {
            let detent = ExactNumber(grid.step) * ExactNumber(TurnSum.unitsPerDetent)
            sum.begin(.steps, amount: detent, with: units)
        }
        return storeSum()
    }

    /// Moves to another point of the track, in a range that does not wrap.
    private mutating func move(to target: Int64) -> Bool {
        guard let track else { return false }
        guard let places = scale.places else {
            let value = track.point(target)
            guard scale.lower...scale.upper ~= value else { return storeClamped(value) }
            place = target
            return store(value)
        }
        place = min(max(target, places.lowerBound), places.upperBound)
        if place != target { runs.reset() }
        return store(scale.point(place, of: track))
    }

    private mutating func storeSum() -> Bool {
        switch scale.taper {
        case .linear:
            guard scale.wraps else { return storeClamped(sum.linear(nil).value) }
            let (value, turns) = sum.linear(scale.wrap)
            let before = rotations
            turnsOfSum = turns
            let inside = scale.inside(value)
            // Rotations beyond the limit are not counted, so the sum begins again at this value.
            if turns.magnitude > NumberLimits.mostTurns { begin(at: Spot(number: inside, turns: 0)) }
            return store(inside, turnedFrom: before)
        case .log, .square:
            let before = scale.moved(sum.base, byPosition: sum.turnedPosition)
            return storeClamped(scale.moved(before, byOctaves: sum.turnedOctaves))
        }
    }

    /// Moves to a value, clamped to the range. At an end the sum begins again, so that turning back has an effect at
    /// once.
    private mutating func storeClamped(_ value: Double) -> Bool {
        guard value < scale.lower || value > scale.upper else { return store(value) }
        let end = value > scale.upper ? scale.upper : scale.lower
        begin(at: Spot(number: end, turns: 0))
        return store(end)
    }

    /// Stores a value whose rotations may have changed. `revision` is also incremented if nothing but the rotations has
    /// changed, since gestures must detect this change.
    private mutating func store(_ value: Double, turnedFrom before: Int?) -> Bool {
        let hasTurned = rotations != before
        let hasMoved = store(value)
        if hasTurned, !hasMoved { revision &+= 1 }
        return hasMoved || hasTurned
    }

    private mutating func store(_ value: Double) -> Bool {
        // -0 is stored as 0, so that a turn from -0 to 0 changes nothing.
        let value = value == 0 ? 0 : value
        if lastLimit == .upper && value < scale.upper || lastLimit == .lower && value > scale.lower { lastLimit = nil }
        guard value.bitPattern != number.bitPattern else { return false }
        number = value
        revision &+= 1
        return true
    }
}

extension ScaledValue {
    /// Turns at a speed with `round`, in whole detents. The detent that reaches the first multiple of the speed's step
    /// is not accelerated.
    mutating func turn(_ turn: Turn, by rounding: Rounding) -> Bool {
        let detents = remainder.detents(for: turn.units)
        guard detents != 0 else { return false }
        let (start, isBetween) = rounding.start(from: number, forward: detents > 0)
        let units = (detents - (isBetween ? detents.signum() : 0)) * TurnSum.unitsPerDetent
        let further = remainder.further(units, amount: scale.speeds[turn.speed].amount, factor: acceleration(of: turn))
        let (value, turns) = rounding.value(at: start + detents + further / TurnSum.unitsPerDetent)
        return put(UnwrappedNumber(number: value, turns: (rotations ?? 0) + turns))
    }
}

extension ScaledValue {
    func isShortOfStep(_ turn: Turn) -> Bool {
        if !scale.roundings.isEmpty, scale.roundings[turn.speed] != nil {
            var left = remainder
            return left.detents(for: turn.units) == 0
        }
        guard scale.grid != nil else { return false }
        guard scale.taper == .linear else {
            var copy = self
            return turn.units.magnitude < TurnSum.unitsPerDetent.magnitude && !copy.turn(turn)
        }
        var left = remainder
        return steps(of: turn, &left) == 0
    }

    /// The steps of a turn. Each detent moves a whole number of steps, except on a dial without detents.
    func steps(of turn: Turn, _ remainder: inout TurnRemainder) -> Int128 {
        let factor = acceleration(of: turn)
        if turn.isDetentless {
            return remainder.steps(
                for: turn.units, by: scale.stride(of: turn.speed, detents: turn.detents), factor: factor)
        }
        let steps = scale.steps(perDetentAt: turn.speed, detents: turn.detents)
        let accelerated = factor > 1 ? ValueScale.wholeSteps(Double(steps) * factor) : steps
        return remainder.steps(for: turn.units, by: StepRatio(accelerated), factor: 1)
    }

    func acceleration(of turn: Turn) -> Double {
        turn.rate.map {
            scale.acceleration(
                of: turn.speed, detents: turn.detents, detentsPerStep: turn.detentsPerStep, rate: $0)
        } ?? 1
    }
}
