import WheelGeometry
import WheelSettings

/// One control of the instrument: where it stands, at which speed, and who has a hand on it.
///
/// It is read by whoever shows or publishes it, and moved through `Panel` alone.
public struct Control: Sendable {
    /// Behind one reference, so that the steady path never copies what never changes.
    private let fixed: Fixed
    /// What that path reads at every turn.
    let kind: ControlKind
    let commitAfter: Interval
    let movedByHands: Bool
    let law: NumberLaw
    /// The value of a number, the chosen position of a choice, the cursor of a selection.
    public private(set) var number: Double
    /// The chosen positions of a selection.
    public internal(set) var selected: PositionSet
    /// The current speed, an index into the settings' speeds.
    public internal(set) var speed = 0
    /// How the positions of a chart are zoomed, panned and turned.
    public internal(set) var chart = ChartView()
    /// Where it was set and how far it has been turned since, where it is not turned by whole steps of `track`.
    private var sum: TurnSum
    /// The grid whose steps it is turned by: its own, or where it does not snap to that, one through where it was set.
    private var track: Grid?
    /// Its place on `track`.
    private var place: Int64 = 0
    /// The turns of a logarithmic control with steps.
    private var runs = TaperRuns()
    var interaction = Interaction()
    var ramp: Ramp? {
        didSet {
            hasRamp = ramp != nil
            nextTick = ramp.flatMap { $0.state == .running ? $0.nextTick : nil }
        }
    }
    /// Beside the ramp, since to ask an optional that large whether it is there is to copy it.
    private(set) var hasRamp = false
    /// When its ramp moves next, while that runs.
    private(set) var nextTick: Instant?
    /// Grows with each change of the value, so that a gesture sees that somebody else has moved it.
    private(set) var revision: UInt64 = 0
    /// Grows with each change that a display shows as a motion: one by a client, a stepper or a reset.
    public internal(set) var jumps: UInt32 = 0
    /// Turns of a wrapping control before those of `sum`.
    private var turnsBefore = 0
    private var turnsOfSum = 0
    private(set) var remainder = TurnRemainder()
    private var limitTold: RangeEnd?

    init(_ settings: ControlSettings) {
        fixed = Fixed(settings)
        kind = settings.kind
        commitAfter = settings.commitAfter
        movedByHands = settings.movedByHands
        switch settings.quantity {
        case .float(let number):
            law = NumberLaw(number, isInteger: false)
            selected = PositionSet(capacity: 0)
        case .int(let number):
            law = NumberLaw(number, isInteger: true)
            selected = PositionSet(capacity: 0)
        case .choice(let choice):
            law = NumberLaw(
                positions: choice.positions.count, initial: choice.initial.first ?? 0, speeds: settings.speeds)
            selected = PositionSet(capacity: 0)
        case .selection(let selection):
            law = NumberLaw(positions: selection.positions.count, initial: 0, speeds: settings.speeds)
            selected = PositionSet(capacity: selection.positions.count, selection.initial)
        }
        let spot = law.spot(of: law.home)
        number = 0
        sum = TurnSum(base: 0)
        stand(at: spot)
        _ = take(spot.number)
        if law.taper == .log, law.grid != nil { runs.prepare() }
    }

    private final class Fixed: Sendable {
        let settings: ControlSettings

        init(_ settings: ControlSettings) {
            self.settings = settings
        }
    }

    public var settings: ControlSettings { fixed.settings }

    public var isEditing: Bool { interaction.isOpen }

    /// Whole turns so far, where it wraps.
    public var rotations: Int? { !law.wraps ? nil : NumberLimits.turns(turnsBefore, and: turnsOfSum) }

    /// Whether nothing has to happen to it later.
    var isAtRest: Bool { nextTick == nil && !interaction.isHeld }

    /// The value without wrapping.
    var unwrapped: UnwrappedNumber { UnwrappedNumber(number: number, turns: rotations ?? 0) }

    // MARK: Moving. Each of these says whether the value changed; publishing is the caller's.

    /// Puts the value where it was asked to be, on the grid and inside the range. On a wrapping control a value that lies
    /// in the range stays in the current turn; one beyond it goes on around.
    mutating func put(_ value: Double) -> Bool { put(UnwrappedNumber(number: value, turns: rotations ?? 0)) }

    /// The same in the turn that is given.
    mutating func put(_ value: UnwrappedNumber) -> Bool {
        let spot = law.spot(of: value.number)
        let before = rotations
        stand(at: spot)
        if law.wraps { turnsBefore = NumberLimits.turns(value.turns, and: spot.turns) }
        return take(spot.number, turnedFrom: before)
    }

    /// Forgets the turns of a wrapping control.
    mutating func forgetTurns() {
        turnsBefore = 0
        turnsOfSum = 0
    }

    /// Takes over turns from an earlier run.
    mutating func restoreTurns(_ turns: Int) {
        turnsBefore = NumberLimits.turns(turns, and: 0)
        turnsOfSum = 0
    }

    /// Turns by `units` (120 to a detent), with acceleration where a hand turns at `rate`.
    mutating func turn(
        _ units: Int64, speed: Int, detents: Int, isDetentless: Bool, rate: TurnsPerSecond?
    ) -> Bool {
        let factor = rate.map { law.acceleration(of: speed, detents: detents, rate: $0) } ?? 1
        if let grid = law.grid, law.taper == .linear {
            let amount = law.perDetent(of: speed, detents: detents)
            let perDetent = isDetentless ? amount / grid.step : Double(law.steps(perDetent: amount, grid: grid))
            return move(
                steps: remainder.steps(for: units, perDetent: perDetent, isDetentless: isDetentless, factor: factor))
        }
        let further = remainder.further(units, amount: law.speeds[speed].amount, factor: factor)
        let far = units.addingReportingOverflow(further)
        guard !far.overflow else { return false }
        if let track {
            let run = TaperRuns.Key(speed: speed, detents: detents, isDetentless: isDetentless)
            let ratio = law.perDetent(of: speed, detents: detents) * law.logarithmicSpan
            return move(to: runs.turn(far.partialValue, by: run, ratio: ratio, from: place, on: track))
        }
        let size = speedDependsOnDetents(speed) ? detents : 0
        let key = TurnSum.Key(speed: speed, detents: size)
        if !sum.add(far.partialValue, to: key) {
            sum.begin(
                key, amount: law.perDetent(of: speed, detents: detents),
                exactAmount: law.exactPerDetent(of: speed, detents: detents), with: far.partialValue)
        }
        return takeSum()
    }

    /// Forgets what turns have left of a detent or a step: something else moves the control.
    mutating func forgetParts() {
        remainder = TurnRemainder()
        runs.forgetParts()
    }

    /// Moves by `count` of what − and + move by.
    mutating func step(_ count: Int64) -> Bool {
        if let grid = law.grid {
            let (steps, overflow) = law.steps(perDetent: law.stepper, grid: grid).multipliedReportingOverflow(by: count)
            runs.forget()
            return move(steps: overflow ? (count < 0 ? -Fraction.largest : Fraction.largest) : steps)
        }
        if law.taper == .log, !law.stepsInPosition {
            return put(number + Double(count) * law.stepper)
        }
        let (units, overflow) = count.multipliedReportingOverflow(by: TurnSum.unitsPerDetent)
        guard !overflow else { return false }
        if !sum.add(units, to: .stepper) {
            sum.begin(.stepper, amount: law.stepper, exactAmount: Fraction(decimal: law.stepper), with: units)
        }
        return takeSum()
    }

    /// The end that it has just arrived at, once per arrival.
    mutating func arrivedEnd(towards direction: Double) -> RangeEnd? {
        let end: RangeEnd? =
            law.wraps
            ? nil
            : direction > 0 && number >= law.upper && law.range.upper.isFinite
                ? .upper
                : direction < 0 && number <= law.lower && law.range.lower.isFinite ? .lower : nil
        guard let end, limitTold != end else { return nil }
        limitTold = end
        return end
    }

    // MARK: How it is done.

    /// Stands where it was put: what it has been turned since it was last put is over.
    private mutating func stand(at spot: Spot) {
        sum.rebase(spot.number)
        turnsBefore = NumberLimits.turns(turnsBefore, and: turnsOfSum)
        turnsOfSum = 0
        runs.forget()
        guard let grid = law.grid else { return }
        if law.snaps {
            track = grid
            place = spot.place
        } else if !law.wraps {
            track = Grid(origin: spot.number, step: grid.step)
            place = 0
        }
    }

    private mutating func move(steps: Int64) -> Bool {
        guard steps != 0, let grid = law.grid else { return false }
        if track != nil {
            // Further than any range is wide, so that the place can still be counted from an end.
            return move(to: place + min(max(steps, -1 << 60), 1 << 60))
        }
        // A wrapping control that does not snap may come around to anywhere between the points of a grid.
        let (units, overflow) = steps.multipliedReportingOverflow(by: TurnSum.unitsPerDetent)
        guard !overflow else { return false }
        if !sum.add(units, to: .steps) {
            sum.begin(.steps, amount: grid.step, exactAmount: Fraction(decimal: grid.step), with: units)
        }
        return takeSum()
    }

    /// Moves to another place on the track.
    private mutating func move(to target: Int64) -> Bool {
        guard let track else { return false }
        guard let places = law.places else {
            let value = track.point(target)
            guard law.lower...law.upper ~= value else { return takeClamped(value) }
            place = target
            return take(value)
        }
        guard law.wraps else {
            place = min(max(target, places.lowerBound), places.upperBound)
            if place != target { runs.forget() }
            return take(law.point(place, of: track))
        }
        let (inside, turns) = WrapLaw.wrapped(target, into: places)
        let before = rotations
        place = inside
        turnsBefore = NumberLimits.turns(turnsBefore, and: turns)
        return take(law.point(inside, of: track), turnedFrom: before)
    }

    private mutating func takeSum() -> Bool {
        switch law.taper {
        case .linear:
            guard law.wraps else { return takeClamped(sum.linear(nil).value) }
            let (value, turns) = sum.linear(law.wrap)
            let before = rotations
            turnsOfSum = turns
            let inside = law.inside(value)
            // Beyond the limit turns are not counted any more, and the sum starts anew.
            if turns.magnitude > NumberLimits.mostTurns { stand(at: Spot(number: inside, turns: 0)) }
            return take(inside, turnedFrom: before)
        case .log:
            return takeClamped(sum.isUnturned ? sum.base : law.moved(sum.base, byPosition: sum.turnedPosition))
        }
    }

    /// Takes a value that may lie beyond an end; there it starts anew from the end, so that turning back moves at once.
    private mutating func takeClamped(_ value: Double) -> Bool {
        guard value < law.lower || value > law.upper else { return take(value) }
        let end = value > law.upper ? law.upper : law.lower
        stand(at: Spot(number: end, turns: 0))
        return take(end)
    }

    /// Takes a value, after its turns may have changed: either of them is a change, which gestures have to see.
    private mutating func take(_ value: Double, turnedFrom before: Int?) -> Bool {
        let hasTurned = rotations != before
        let hasMoved = take(value)
        if hasTurned, !hasMoved { revision &+= 1 }
        return hasMoved || hasTurned
    }

    private mutating func take(_ value: Double) -> Bool {
        // Zero has no sign: to turn from -0 to 0 is no move.
        let value = value == 0 ? 0 : value
        if limitTold == .upper && value < law.upper || limitTold == .lower && value > law.lower { limitTold = nil }
        guard value.bitPattern != number.bitPattern else { return false }
        number = value
        revision &+= 1
        return true
    }

    private func speedDependsOnDetents(_ speed: Int) -> Bool {
        switch law.speeds[speed].amount {
        case .scale, .perTurn: true
        case .perDetent: false
        }
    }
}
