import WheelCore

/// The bounds of all numbers of an instrument. Within these bounds the arithmetic is exact, or at least finite and on
/// the grid, so that no computation needs its own checks.
///
/// The configuration checks all its numbers before it makes a control. The instrument refuses numbers of requests and of
/// the state file that are not finite or that cannot be computed with exactly, and clamps the others to the control's
/// range, or refuses them with `beyond = "refuse"`.
public enum NumberLimits {
    /// The largest magnitude of an end, a value, a step or an amount. A product of a few such numbers is finite.
    public static let largest = 1e30
    /// The smallest magnitude other than 0. A quotient of such numbers is finite.
    public static let smallest = 1e-30
    /// The largest magnitude of an int. All integers up to this magnitude are exact Doubles.
    public static let largestInteger = Double(Fraction.largest)
    /// The largest distance of an end from 0, in steps, or in detents if the control has no step. At this distance a
    /// Double is still exact to a thousandth of a step, so that every step and every detent changes the value.
    public static let mostSteps = 1e13
    /// The smallest width of a range, relative to its larger end.
    public static let leastWidth = 1e-9
    /// The largest end of a range in degrees. This end is limited because the range is drawn with marks around a
    /// circle.
    public static let largestAngle = 1e6
    /// The largest number of rotations that are counted in either direction.
    public static let mostTurns = 1_000_000_000

    /// Whether a number is 0 or has a magnitude within the bounds.
    public static func holds(_ number: Double) -> Bool {
        number == 0 || (number.magnitude >= smallest && number.magnitude <= largest)
    }

    /// Whether a step or a detent of `amount` is too small for the ends of `range`.
    public static func isTooFine(_ amount: Double, in range: ValueRange) -> Bool {
        let most = amount * mostSteps
        return range.isFinite ? range.largestEnd > most : range.largestEnd >= most
    }

    /// The smallest part of a range that a detent may move if the taper is not linear. Positions are then computed by
    /// logarithms and roots, which round: a position closer to an end than a tenth of this part may count as the end.
    public static let leastPart = 1e-11

    /// Whether the ends of `range` are so close together that few Doubles lie between them.
    public static func isTooNarrow(_ range: ValueRange) -> Bool {
        range.isFinite && range.span < range.largestEnd * leastWidth
    }

    /// Whether `way` is longer than `mostTurns` turns.
    static func isTooFar(_ way: Double, turn: Double) -> Bool { way.magnitude > Double(mostTurns) * turn }

    /// The sum of two turn counts, clamped to `mostTurns` in either direction.
    static func turns(_ turns: Int, and others: Int) -> Int {
        let (sum, overflow) = turns.addingReportingOverflow(others)
        return overflow ? (turns < 0 ? -mostTurns : mostTurns) : min(max(sum, -mostTurns), mostTurns)
    }

    /// How far from 0 a range without an end reaches.
    static func reach(isInteger: Bool, step: Double?, speeds: [Speed]) -> Double {
        if isInteger { return largestInteger }
        let detents = speeds.map { speed in
            switch speed.amount {
            case .scale, .perOctave: return 0.0  // not needed: these speeds require a range with two ends
            case .perDetent(let value): return value
            case .perTurn(let value): return value / Double(ValueScale.fingerDetents)
            }
        }
        return min(largest, (step ?? detents.max() ?? 1) * mostSteps)
    }
}

extension ValueRange {
    /// The largest magnitude of the finite ends of the range.
    public var largestEnd: Double {
        max(lower.isFinite ? lower.magnitude : 0, upper.isFinite ? upper.magnitude : 0)
    }
}
