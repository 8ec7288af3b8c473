import WheelCore

/// The bounds of all numbers of an instrument. Inside them the arithmetic is exact, or at least finite and on the grid, so that
/// no computation needs checks of its own.
///
/// Numbers are checked where they enter: by the configuration before it makes a control, and by the instrument before it performs
/// a request or restores a state.
public enum NumberLimits {
    /// The largest magnitude of an end, a value, a step or an amount: products of a few of them are finite.
    public static let largest = 1e30
    /// The smallest magnitude other than 0: quotients are finite.
    public static let smallest = 1e-30
    /// The largest magnitude of an int: all integers up to here are exact Doubles.
    public static let largestInteger = Double(Fraction.largest)
    /// The largest distance of an end from 0, in steps, or in detents if there is no step. A Double resolves a thousandth of each
    /// of them, so that every step and every detent leads to another value.
    public static let mostSteps = 1e13
    /// The smallest width of a range, relative to its larger end.
    public static let leastWidth = 1e-9
    /// The largest end of a range in degrees, because it is drawn with marks around a circle.
    public static let largestAngle = 1e6
    /// The largest number of turns that is counted, in either direction.
    public static let mostTurns = 1_000_000_000

    /// Whether a number is 0, or neither too large nor too close to 0.
    public static func holds(_ number: Double) -> Bool {
        number == 0 || (number.magnitude >= smallest && number.magnitude <= largest)
    }

    /// Whether steps or detents of `amount` are too small for the ends of `range`.
    public static func isTooFine(_ amount: Double, in range: ValueRange) -> Bool {
        let most = amount * mostSteps
        return range.isFinite ? range.largestEnd > most : range.largestEnd >= most
    }

    /// The smallest part of a range with a taper that a detent moves. Parts are logarithms and roots, which round: a value closer
    /// to an end than a tenth of this is the end.
    public static let leastPart = 1e-11

    /// Whether the ends of `range` are so close together that only few Doubles lie between them.
    public static func isTooNarrow(_ range: ValueRange) -> Bool {
        range.isFinite && range.span < range.largestEnd * leastWidth
    }

    /// Whether `way` is more turns of a wrapping control than are counted.
    static func isTooFar(_ way: Double, turn: Double) -> Bool { way.magnitude > Double(mostTurns) * turn }

    /// The sum of two turn counts, clamped to the counted range.
    static func turns(_ turns: Int, and others: Int) -> Int {
        let (sum, overflow) = turns.addingReportingOverflow(others)
        return overflow ? (turns < 0 ? -mostTurns : mostTurns) : min(max(sum, -mostTurns), mostTurns)
    }

    /// How far from 0 a range reaches that has no end.
    static func reach(isInteger: Bool, step: Double?, speeds: [Speed]) -> Double {
        if isInteger { return largestInteger }
        let detents = speeds.map { speed in
            switch speed.amount {
            case .scale, .perOctave: return 0.0  // only valid for a range with two ends
            case .perDetent(let value): return value
            case .perTurn(let value): return value / Double(ValueScale.fingerDetents)
            }
        }
        return min(largest, (step ?? detents.max() ?? 1) * mostSteps)
    }
}

extension ValueRange {
    /// The largest magnitude among the ends that exist.
    public var largestEnd: Double {
        max(lower.isFinite ? lower.magnitude : 0, upper.isFinite ? upper.magnitude : 0)
    }
}
