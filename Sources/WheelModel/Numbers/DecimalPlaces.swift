/// Removes digits that are only rounding errors of Doubles.
enum DecimalPlaces {
    /// `left` − `right` without the rounding error of the subtraction: 14.4 − 14.1 is 0.3 and not 0.3000000000000007.
    static func difference(_ left: Double, _ right: Double) -> Double {
        tidied(left - right, largest: max(left.magnitude, right.magnitude))
    }

    /// Removes the rounding error of a computed difference. `largest` is the largest number in its computation.
    static func tidied(_ difference: Double, largest: Double) -> Double {
        // 15 significant digits of the largest number are exact. It has about as many digits before the point as its
        // binary exponent times log10(2), which is 315653 / 2^20. The exponent is negated here, and the shift rounds
        // down, so the number of digits is rounded up.
        guard largest.isFinite, largest != 0 else { return difference }
        let places = 15 &+ ((-Int(largest.exponent) &* 315_653) >> 20)
        guard powers.indices.contains(places) else { return difference }
        let tidy = (difference * powers[places]).rounded() / powers[places]
        // The difference of two neighbouring Doubles may be smaller than the last significant digit, but it must not
        // become 0.
        return tidy.isFinite && tidy != 0 ? tidy : difference
    }

    /// The powers of ten that are exact Doubles.
    private static let powers: [Double] = {
        var powers = [1.0]
        for _ in 1...22 { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()
}
