import WheelSettings

/// Wraps a number into its range and counts the turns.
struct WrapLaw: Equatable, Sendable {
    /// The range's lower end.
    let lower: Double
    /// The start of the next turn.
    let upper: Double
    /// The length of one turn. On a grid it is a whole number of steps, so that the first point follows the last.
    let turn: Double
    let exactLower: Fraction?
    let exactTurn: Fraction?
    /// Whether the lower end belongs to the range, as in `[0, 360)`, and not the upper.
    private let includesLower: Bool

    init(range: ValueRange, grid: Grid?, places: ClosedRange<Int64>?) {
        lower = range.lower
        includesLower = range.includesLower
        // If sets do not snap to the grid, any value of the range is possible, and a turn is the whole range.
        if let grid, let places {
            let count = places.upperBound - places.lowerBound + 1
            turn = grid.length(of: count)
            upper = grid.point(grid.index(nearest: lower) + count)
        } else {
            turn = range.span
            upper = range.upper
        }
        exactLower = Fraction(decimal: lower)
        exactTurn = Fraction(decimal: turn)
    }

    /// The distance from one value to another in a different turn.
    func way(from start: UnwrappedNumber, to end: UnwrappedNumber) -> Double {
        guard start.turns < end.turns else { return -way(from: end, to: start) }
        // The rest of the one turn plus the beginning of the other: avoids subtracting two large numbers.
        return (upper - start.number) + (end.number - lower) + Double(end.turns - start.turns - 1) * turn
    }

    /// Wraps a whole numerator into the first turn and returns the turns taken off, all over one denominator; `nil` on
    /// overflow.
    func wrapped(_ numerator: Int64, lower: Int64, turn: Int64) -> (numerator: Int64, turns: Int)? {
        let (way, overflow) = numerator.subtractingReportingOverflow(lower)
        guard !overflow, turn > 0 else { return nil }
        var (turns, rest) = way.quotientAndRemainder(dividingBy: turn)
        // In a range (lower, upper] the upper end still belongs to the turn that it completes.
        if rest < 0 || (rest == 0 && !includesLower) {
            rest += turn
            turns -= 1
        }
        let (inside, tooLarge) = lower.addingReportingOverflow(rest)
        return tooLarge ? nil : (inside, Int(turns))
    }

    /// Wraps a grid index into the range's indices and returns the turns taken off.
    static func wrapped(_ place: Int64, into places: ClosedRange<Int64>) -> (place: Int64, turns: Int) {
        if places.contains(place) { return (place, 0) }
        let count = places.upperBound - places.lowerBound + 1
        var (turns, rest) = (place - places.lowerBound).quotientAndRemainder(dividingBy: count)
        if rest < 0 {
            rest += count
            turns -= 1
        }
        return (places.lowerBound + rest, Int(turns))
    }

    /// Wraps a value into the first turn and returns the turns taken off. Rounding may move the result onto an excluded
    /// end.
    func wrapped(_ value: Double) -> (value: Double, turns: Int) {
        let way = value - lower
        // Twice the limit, so that the limit is reached from any turn count.
        let most = 2 * Double(NumberLimits.mostTurns)
        var turns = Int(min(max((way / turn).rounded(.down), -most), most))
        // The remainder of Doubles is exact, so only the addition of the lower end can round.
        var rest = way.truncatingRemainder(dividingBy: turn)
        if rest < 0 { rest += turn }
        if rest == 0 && !includesLower {
            rest = turn
            turns -= 1
        }
        return (lower + rest, turns)
    }
}
