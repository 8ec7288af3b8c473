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
    var sum: TurnSum
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
    /// The part of a detent that has not made a whole step yet, in 120ths of a step.
    private var collected = 0.0
    /// The part of an accelerated detent that has not made a whole detent yet.
    private var carried = 0.0
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
            self.number = law.settled(number.initial)
        case .int(let number):
            law = NumberLaw(number, isInteger: true)
            selected = PositionSet(capacity: 0)
            self.number = law.settled(number.initial)
        case .choice(let choice):
            law = NumberLaw(positions: choice.positions.count, speeds: settings.speeds)
            selected = PositionSet(capacity: 0)
            number = law.settled(Double(choice.initial.first ?? 0))
        case .selection(let selection):
            law = NumberLaw(positions: selection.positions.count, speeds: settings.speeds)
            selected = PositionSet(capacity: selection.positions.count, selection.initial)
            number = 0
        }
        sum = TurnSum(base: number)
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
    public var rotations: Int? { !law.wraps ? nil : turnsBefore &+ turnsOfSum }

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

    /// Whether nothing has to happen to it later.
    var isAtRest: Bool { nextTick == nil && !interaction.isHeld }

    /// The value without wrapping.
    var unwrapped: Double {
        guard law.wraps, let wrap = law.wrap, let rotations else { return number }
        return number + Double(rotations) * wrap.turn
    }

    // MARK: Moving. Each of these says whether the value changed; publishing is the caller's.

    /// Puts the value where it was asked to be, on the grid and inside the range.
    mutating func put(_ value: Double, snapping: Bool = true) -> Bool {
        var target = value
        var turns = 0
        if let wrap = law.wrap {
            // A value that lies in the range stays in the current turn; one beyond it goes on around.
            (target, turns) = law.range.contains(value) ? (value, 0) : wrap.wrapped(value)
        }
        let settled = snapping ? law.settled(target) : min(max(target, law.lower), law.upper)
        sum.rebase(settled)
        return take(settled, turnsBefore: turnsBefore &+ turnsOfSum &+ turns)
    }

    /// Puts an unwrapped value: the turns are counted from `first`.
    mutating func putUnwrapped(_ value: Double, from first: Int = 0) -> Bool {
        guard let wrap = law.wrap else { return put(value) }
        let (inside, turns) = law.range.contains(value) ? (value, 0) : wrap.wrapped(value)
        let settled = law.settled(inside)
        sum.rebase(settled)
        return take(settled, turnsBefore: first &+ turns)
    }

    /// Forgets the turns of a wrapping control.
    mutating func forgetTurns() {
        turnsBefore = 0
        turnsOfSum = 0
    }

    /// Takes over turns from an earlier run.
    mutating func restoreTurns(_ turns: Int) {
        turnsBefore = turns
        turnsOfSum = 0
    }

    /// Turns by `units` (120 to a detent), with acceleration where a hand turns at `rate`.
    mutating func turn(
        _ units: Int64, speed: Int, detents: Int, isDetentless: Bool, rate: TurnsPerSecond?
    ) -> Bool {
        let factor = rate.map { law.acceleration(of: speed, detents: detents, rate: $0) } ?? 1
        if let grid = law.grid, law.taper == .linear {
            let amount = law.perDetent(of: speed, detents: detents)
            let steps = wholeSteps(units, amount: amount, grid: grid, isDetentless: isDetentless, factor: factor)
            return stepGrid(steps)
        }
        let far = units.addingReportingOverflow(accelerated(units, speed: speed, factor: factor))
        guard !far.overflow else { return false }
        let size = speedDependsOnDetents(speed) ? detents : 0
        let key = TurnSum.Key(speed: speed, detents: size)
        if !sum.add(far.partialValue, to: key) {
            sum.begin(
                key, amount: law.perDetent(of: speed, detents: detents),
                exactAmount: law.exactPerDetent(of: speed, detents: detents), with: far.partialValue)
        }
        return takeSum()
    }

    /// Whether a turn moves nothing yet, since it is short of a step.
    func isShortOfStep(_ units: Int64, speed: Int, detents: Int, isDetentless: Bool, rate: TurnsPerSecond?) -> Bool {
        guard let grid = law.grid, law.taper == .linear else { return false }
        let factor = rate.map { law.acceleration(of: speed, detents: detents, rate: $0) } ?? 1
        let amount = law.perDetent(of: speed, detents: detents)
        var copy = self
        return copy.wholeSteps(units, amount: amount, grid: grid, isDetentless: isDetentless, factor: factor) == 0
    }

    /// Forgets what turns have left of a detent or a step: something else moves the control.
    mutating func forgetParts() {
        collected = 0
        carried = 0
    }

    /// Moves by `count` of what − and + move by.
    mutating func step(_ count: Int64) -> Bool {
        if let grid = law.grid, law.taper == .linear {
            let (steps, overflow) = law.steps(perDetent: law.stepper, grid: grid).multipliedReportingOverflow(by: count)
            return stepGrid(overflow ? (count < 0 ? -Fraction.largest : Fraction.largest) : steps)
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

    private mutating func stepGrid(_ steps: Int64) -> Bool {
        guard steps != 0, let grid = law.grid else { return false }
        let (units, overflow) = steps.multipliedReportingOverflow(by: TurnSum.unitsPerDetent)
        guard !overflow else { return put(steps < 0 ? law.lower : law.upper) }
        if !sum.add(units, to: .steps) {
            sum.begin(.steps, amount: grid.step, exactAmount: Fraction(decimal: grid.step), with: units)
        }
        return takeSum()
    }

    private mutating func takeSum() -> Bool {
        switch law.taper {
        case .linear:
            let (value, turns) = sum.linear(law.wraps ? law.wrap : nil)
            if law.wraps {
                return take(min(max(value, law.lower), law.upper), turnsBefore: turnsBefore, ofSum: turns)
            }
            return takeClamped(value)
        case .log:
            let value = sum.isUnturned ? sum.base : law.moved(sum.base, byPosition: sum.turnedPosition)
            guard law.lower...law.upper ~= value else { return takeClamped(value) }
            guard let grid = law.grid, !sum.isUnturned else { return take(value) }
            return take(min(max(grid.nearest(to: value), law.lower), law.upper))
        }
    }

    /// Takes a value that may lie beyond an end; there it starts anew from the end, so that turning back moves at once.
    private mutating func takeClamped(_ value: Double) -> Bool {
        guard value < law.lower || value > law.upper || value.isNaN else { return take(value) }
        let end = value > law.upper ? law.upper : value < law.lower ? law.lower : number
        sum.rebase(end)
        return take(end)
    }

    /// Takes a value and its turns: either of them is a change, which gestures have to see.
    private mutating func take(_ value: Double, turnsBefore: Int, ofSum turnsOfSum: Int = 0) -> Bool {
        let hasTurned = turnsBefore &+ turnsOfSum != self.turnsBefore &+ self.turnsOfSum
        self.turnsBefore = turnsBefore
        self.turnsOfSum = turnsOfSum
        let hasMoved = take(value)
        if hasTurned, !hasMoved { revision &+= 1 }
        return hasMoved || hasTurned
    }

    private mutating func take(_ value: Double) -> Bool {
        if limitTold == .upper && value < law.upper || limitTold == .lower && value > law.lower { limitTold = nil }
        guard value.bitPattern != number.bitPattern else { return false }
        number = value
        revision &+= 1
        return true
    }

    /// Whole grid steps for a turn: at least one for a detent; what is short of a step collects until it is full.
    private mutating func wholeSteps(
        _ units: Int64, amount: Double, grid: Grid, isDetentless: Bool, factor: Double
    ) -> Int64 {
        let perDetent = isDetentless ? amount / grid.step : Double(law.steps(perDetent: amount, grid: grid))
        let far = isDetentless ? factor : max(1, (perDetent * factor).rounded() / perDetent)
        let way = Double(units) * perDetent * far / Double(TurnSum.unitsPerDetent)
        if (way < 0) != (collected < 0) { collected = 0 }
        collected += way
        // Sixths of a step do not add up to whole ones in Doubles: what lies so near a whole step is one.
        let nearest = collected.rounded()
        let whole = (collected - nearest).magnitude < 1e-9 ? nearest : collected.rounded(.towardZero)
        collected -= whole
        if collected.magnitude < 1e-9 { collected = 0 }
        return Int64(min(max(whole, -1e15), 1e15))
    }

    /// The units by which acceleration goes further. Amounts given per detent keep to whole detents, since these are
    /// the values that their owner wants to see.
    private mutating func accelerated(_ units: Int64, speed: Int, factor: Double) -> Int64 {
        guard factor > 1 else {
            carried = 0
            return 0
        }
        let further = min(max(Double(units) * (factor - 1), -1e15), 1e15)
        guard case .perDetent = law.speeds[speed].amount, units % TurnSum.unitsPerDetent == 0 else {
            return Int64(further.rounded())
        }
        let detents = further / Double(TurnSum.unitsPerDetent) + carried
        let whole = detents.rounded(.towardZero)
        carried = detents - whole
        return Int64(whole) * TurnSum.unitsPerDetent
    }

    private func speedDependsOnDetents(_ speed: Int) -> Bool {
        switch law.speeds[speed].amount {
        case .scale, .perTurn: true
        case .perDetent: false
        }
    }
}
