import WheelCore

/// Wraps a number into its range and counts the turns.
///
///     [0, 360)    370    10, 1 turn        -30    330, -1 turn
///     (0, 360]    360    360, 0 turns        0    360, -1 turn
struct WrapLaw: Equatable, Sendable {
    let lower: ExactNumber
    /// The start of the next turn.
    let upper: ExactNumber
    /// The length of one turn. If set values snap to a grid, a turn is a whole number of steps, so that the last point
    /// is followed by the first.
    let turn: ExactNumber
    /// Whether the range includes its lower end and not its upper end, as in `[0, 360)`.
    private let includesLower: Bool

    init(range: ValueRange, grid: Grid?, places: ClosedRange<Int64>?) {
        lower = ExactNumber(range.lower)
        includesLower = range.includesLower
        // If set values do not snap to the grid, any value of the range is possible, and a turn is the whole range.
        if let grid, let places {
            turn = ExactNumber(places.upperBound - places.lowerBound + 1) * ExactNumber(grid.step)
            upper = lower + turn
        } else {
            turn = range.exactSpan
            upper = ExactNumber(range.upper)
        }
    }

    /// The distance between two values in different turns.
    func way(from start: UnwrappedNumber, to end: UnwrappedNumber) -> Double {
        guard start.turns < end.turns else { return -way(from: end, to: start) }
        // The rest of the first turn is added to the beginning of the last turn, so that no large numbers are
        // subtracted.
        return (upper.value - start.number) + (end.number - lower.value)
            + Double(end.turns - start.turns - 1) * turn.value
    }

    func unwrapped(_ number: UnwrappedNumber) -> Double {
        (ExactNumber(number.number) + ExactNumber(number.turns) * turn).value
    }

    /// Wraps a number. The number, the lower end and the turn are given by their numerators over a common denominator.
    /// Returns `nil` on overflow.
    func wrapped(_ numerator: Int128, lower: Int128, turn: Int128) -> (numerator: Int128, turns: Int)? {
        let (way, overflow) = numerator.subtractingReportingOverflow(lower)
        guard !overflow, turn > 0 else { return nil }
        var (turns, rest) = way.quotientAndRemainder(dividingBy: turn)
        // In a range (lower, upper] the upper end belongs to the turn that it completes.
        if rest < 0 || (rest == 0 && !includesLower) {
            rest += turn
            turns -= 1
        }
        let (inside, tooLarge) = lower.addingReportingOverflow(rest)
        return tooLarge ? nil : (inside, WrapLaw.counted(turns))
    }

    /// Clamps a turn count to twice the limit. The sum of the result and any count within the limits can then still
    /// reach both limits.
    private static func counted(_ turns: Int128) -> Int {
        Int(min(max(turns, -2 * Int128(NumberLimits.mostTurns)), 2 * Int128(NumberLimits.mostTurns)))
    }

    /// Wraps an exact value; `nil` if the numbers have no common denominator, or on overflow.
    func wrapped(_ value: Fraction) -> (value: Double, turns: Int)? {
        guard let lower = lower.fraction, let turn = turn.fraction,
            let common = Fraction.common(lower.denominator, turn.denominator)
                .flatMap({ Fraction.common($0, value.denominator) }),
            let numerator = value.numerator(over: common), let start = lower.numerator(over: common),
            let length = turn.numerator(over: common),
            let inside = wrapped(Int128(numerator), lower: Int128(start), turn: Int128(length)),
            let first = Int64(exactly: inside.numerator)
        else { return nil }
        return (Fraction.quotient(first, common), inside.turns)
    }

    static func wrapped(_ place: Int128, into places: ClosedRange<Int64>) -> (place: Int64, turns: Int) {
        if let place = Int64(exactly: place), places.contains(place) { return (place, 0) }
        let lower = Int128(places.lowerBound)
        let count = Int128(places.upperBound) - lower + 1
        var (turns, rest) = (place - lower).quotientAndRemainder(dividingBy: count)
        if rest < 0 {
            rest += count
            turns -= 1
        }
        return (Int64(lower + rest), counted(turns))
    }

    /// Wraps a value that need not be exact. Rounding may move the result onto an excluded end.
    func wrapped(_ value: Double) -> (value: Double, turns: Int) {
        if let exact = Fraction(decimal: value).flatMap(wrapped) { return exact }
        let (lower, turn) = (lower.value, turn.value)
        let way = value - lower
        let most = 2 * Double(NumberLimits.mostTurns)
        var turns = Int(min(max((way / turn).rounded(.down), -most), most))
        // The remainder of Doubles is exact, so it adds no rounding error.
        var rest = way.truncatingRemainder(dividingBy: turn)
        if rest < 0 { rest += turn }
        if rest == 0 && !includesLower {
            rest = turn
            turns -= 1
        }
        return (lower + rest, turns)
    }
}
