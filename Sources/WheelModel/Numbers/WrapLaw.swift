import WheelSettings

/// How a wrapping number comes back into its range, and how many turns that takes.
struct WrapLaw: Equatable, Sendable {
    /// The range's lower end.
    let lower: Double
    /// Where the next turn begins.
    let upper: Double
    /// The length of one turn: the range's, or on a grid the grid's own, so that the last point is followed by the first.
    let turn: Double
    let exactLower: Fraction?
    let exactTurn: Fraction?
    /// Whether the lower end is the one that belongs to the range, as in `[0, 360)`.
    private let includesLower: Bool

    init(range: ValueRange, grid: Grid?, places: ClosedRange<Int64>?) {
        lower = range.lower
        includesLower = range.includesLower
        // Where it does not snap, any value of the range may be stood at, and a turn is the whole of it.
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

    /// How far it is from one place to another, in another turn.
    func way(from start: UnwrappedNumber, to end: UnwrappedNumber) -> Double {
        guard start.turns < end.turns else { return -way(from: end, to: start) }
        // To the end of the one turn and from the beginning of the other: nothing large is taken from something large.
        return (upper - start.number) + (end.number - lower) + Double(end.turns - start.turns - 1) * turn
    }

    /// A whole numerator brought into the first turn, and the turns taken off, all over one denominator; `nil` where
    /// that overflows.
    func wrapped(_ numerator: Int64, lower: Int64, turn: Int64) -> (numerator: Int64, turns: Int)? {
        let (way, overflow) = numerator.subtractingReportingOverflow(lower)
        guard !overflow, turn > 0 else { return nil }
        var (turns, rest) = way.quotientAndRemainder(dividingBy: turn)
        // (lower, upper]: a turn just completed still belongs to the turn that it completes.
        if rest < 0 || (rest == 0 && !includesLower) {
            rest += turn
            turns -= 1
        }
        let (inside, tooLarge) = lower.addingReportingOverflow(rest)
        return tooLarge ? nil : (inside, Int(turns))
    }

    /// A place on the grid brought among those of the range, and the turns taken off.
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

    /// A value brought into the first turn, and the turns taken off. Rounding may push it onto an excluded end.
    func wrapped(_ value: Double) -> (value: Double, turns: Int) {
        let way = value - lower
        // Twice what is counted, so that from any count the limit is reached.
        let most = 2 * Double(NumberLimits.mostTurns)
        var turns = Int(min(max((way / turn).rounded(.down), -most), most))
        // The remainder of Doubles is exact, so only bringing it above the lower end can round.
        var rest = way.truncatingRemainder(dividingBy: turn)
        if rest < 0 { rest += turn }
        if rest == 0 && !includesLower {
            rest = turn
            turns -= 1
        }
        return (lower + rest, turns)
    }
}
