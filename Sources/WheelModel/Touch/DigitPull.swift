/// A finger that drags a digit, or the whole number, up or down.
///
/// It moves in steps, one for each `length`. A step comes at 0.6 of its length and goes back at 0.4, so that a finger that
/// rests between two steps does not move the value to and fro.
struct DigitPull: Sendable {
    enum Move: Sendable {
        /// A step adds this to the value.
        case amount(Double)
        /// A step is a detent at the current speed.
        case detent
    }

    let move: Move
    private let length: Double
    /// The reading from which steps are counted.
    private var anchor: Double
    private var counted = 0.0
    /// How a drag of a digit moves the value; `nil` until the first step.
    var grip: DigitGrip?

    private static let threshold = 0.6
    /// More steps than any finger makes, and few enough that they can be multiplied.
    private static let mostSteps = 1e9

    init(_ move: Move, length: Double, at reading: Double) {
        self.move = move
        self.length = length
        anchor = reading
    }

    /// The steps since the last call.
    mutating func steps(to reading: Double) -> Int64 {
        let way = (reading - anchor) / length
        guard way.isFinite, (way - counted).magnitude >= DigitPull.threshold else { return 0 }
        let place = min(max(way.rounded(), -DigitPull.mostSteps), DigitPull.mostSteps)
        defer { counted = place }
        return Int64(place - counted)
    }

    /// Counts from here, so that moving back from an end of the range has an effect at once.
    mutating func begin(at reading: Double) {
        anchor = reading
        counted = 0
        grip = nil
    }
}

/// A dragged digit. The value is always computed from the start of the grip, so that a digit goes by one at every step,
/// whatever grid the control snaps to.
struct DigitGrip: Sendable {
    fileprivate var start: UnwrappedNumber
    fileprivate var steps: Int64 = 0
    /// The points start + k · amount; exact decimals if both are decimals.
    fileprivate let course: Grid
    /// A grid through the start, if the control has a step but does not snap to its own grid.
    fileprivate let grid: Grid?
    /// The control's revision after the last move of this grip. If it differs, something else has moved the control.
    fileprivate var revision: UInt64
}

extension ScaledValue {
    /// Moves the value by `steps` of `amount`, with carry, and at least by one step of the control's grid each. Returns true
    /// if the value has changed.
    mutating func move(_ grip: inout DigitGrip?, by steps: Int64, of amount: Double) -> Bool {
        guard amount > 0, amount.isFinite else { return false }
        var next = grip.flatMap { $0.revision == revision ? $0 : nil } ?? digitGrip(amount)
        next.steps += steps
        let wanted = next.course.point(next.steps)
        let isInside = law.wraps || law.lower...law.upper ~= wanted
        let moved = put(
            UnwrappedNumber(number: next.grid?.nearest(to: wanted) ?? wanted, turns: next.start.turns))
        next.revision = revision
        // The drag goes on from an end that it has reached.
        grip = isInside ? next : nil
        return moved
    }

    private func digitGrip(_ amount: Double) -> DigitGrip {
        let step = law.grid?.step ?? 0
        let freeGrid = law.snaps || step == 0 ? nil : Grid(origin: number, step: step)
        return DigitGrip(
            start: unwrapped, course: Grid(origin: number, step: max(amount, step)), grid: freeGrid, revision: revision)
    }

    /// Whether it stands at the end of the range in a direction.
    func isAtEnd(towards direction: Double) -> Bool { law.end(at: number, towards: direction) != nil }
}
