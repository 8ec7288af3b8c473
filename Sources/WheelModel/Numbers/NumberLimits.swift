import WheelSettings

/// The bounds of every number of an instrument. Inside them the arithmetic is exact, or else finite and on its grid, so
/// that no calculation has to guard itself.
///
/// Whoever takes numbers from outside asks here: the configuration before it builds a control, the panel before it does
/// what a client asks for, and the panel again before it takes over what a state file says.
public enum NumberLimits {
    /// The largest magnitude of an end, a value, a step, an amount: products of a few of them are still finite.
    public static let largest = 1e30
    /// The smallest magnitude of those that are not 0: quotients are finite too.
    public static let smallest = 1e-30
    /// Integers reach so far either way: up to here every whole number is a Double.
    public static let largestInteger = Double(Fraction.largest)
    /// An end of a range is at most so many steps from 0, and so many detents where it has no steps. A Double is
    /// exact to a thousandth of each of them, so that every step and every detent leads to a value of its own.
    public static let mostSteps = 1e13
    /// The part of its larger end that a range must be wide.
    public static let leastWidth = 1e-9
    /// An end of a range in degrees, which is drawn with marks around a circle.
    public static let largestAngle = 1e6
    /// Turns of a wrapping control are counted so far either way, and not beyond.
    public static let mostTurns = 1_000_000_000

    /// Whether a number may stand in a configuration: 0, or neither too large nor too close to 0.
    public static func holds(_ number: Double) -> Bool {
        number == 0 || (number.magnitude >= smallest && number.magnitude <= largest)
    }

    /// Whether steps or detents of `amount` are too small beside the ends of `range`. An open-ended range reaches just as
    /// far: an end there would leave no value between.
    public static func isTooFine(_ amount: Double, in range: ValueRange) -> Bool {
        let most = amount * mostSteps
        return range.isFinite ? range.largestEnd > most : range.largestEnd >= most
    }

    /// Whether the ends of `range` are so close together that few values lie between them.
    public static func isTooNarrow(_ range: ValueRange) -> Bool {
        range.isFinite && range.span < range.largestEnd * leastWidth
    }

    /// Whether `way` is more turns of a wrapping control than are counted.
    static func isTooFar(_ way: Double, turn: Double) -> Bool { way.magnitude > Double(mostTurns) * turn }

    /// Turns of a wrapping control together, as far as they are counted.
    static func turns(_ turns: Int, and others: Int) -> Int {
        let (sum, overflow) = turns.addingReportingOverflow(others)
        return overflow ? (turns < 0 ? -mostTurns : mostTurns) : min(max(sum, -mostTurns), mostTurns)
    }

    /// How far an open-ended range reaches from 0.
    static func reach(isInteger: Bool, step: Double?, speeds: [Speed]) -> Double {
        if isInteger { return largestInteger }
        let detents = speeds.map { speed in
            switch speed.amount {
            case .scale: return 0.0  // only of a range that has two ends
            case .perDetent(let value): return value
            case .perTurn(let value): return value / Double(NumberLaw.fingerDetents)
            }
        }
        return min(largest, (step ?? detents.max() ?? 1) * mostSteps)
    }
}

extension ValueRange {
    /// The magnitude of the end that is further from 0, of those that it has.
    public var largestEnd: Double {
        max(lower.isFinite ? lower.magnitude : 0, upper.isFinite ? upper.magnitude : 0)
    }
}
