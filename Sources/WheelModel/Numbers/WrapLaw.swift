/// How a wrapping number comes back into its range, and how many turns that takes.
struct WrapLaw: Equatable, Sendable {
    let lower: Double
    /// The length of one turn: the range's, or on a grid the grid's own, so that the last point is followed by the first.
    let turn: Double
    let exactLower: Fraction?
    let exactTurn: Fraction?
    /// The last value before the upper end, for what rounding would push onto an excluded end.
    private let top: Double
    /// Whether the lower end is the one that belongs to the range, as in `[0, 360)`.
    private let includesLower: Bool

    init(range: ValueRange, grid: Grid?, top: Double) {
        lower = range.lower
        includesLower = range.includesLower
        self.top = top
        if let grid {
            let first = range.includesLower ? range.lower : grid.point(1)
            turn = grid.point(grid.index(nearest: top) - grid.index(nearest: first) + 1) - grid.origin
        } else {
            turn = range.span
        }
        exactLower = Fraction(decimal: lower)
        exactTurn = Fraction(decimal: turn)
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

    /// A value brought into the first turn, and the turns taken off.
    func wrapped(_ value: Double) -> (value: Double, turns: Int) {
        let way = value - lower
        let quotient = (way / turn).rounded(.down)
        var turns = Int(exactly: quotient) ?? 0
        // The remainder of Doubles is exact, so only bringing it above the lower end can round.
        var rest = way.truncatingRemainder(dividingBy: turn)
        if rest < 0 { rest += turn }
        if rest == 0 && !includesLower {
            rest = turn
            turns -= 1
        }
        return (min(lower + rest, top), turns)
    }
}
