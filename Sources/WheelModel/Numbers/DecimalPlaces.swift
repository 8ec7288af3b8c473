/// How many decimal places a Double can be trusted with.
enum DecimalPlaces {
    /// `left` − `right`, without the digits that only the subtraction has brought: 14.4 − 14.1 is 0.3 and not
    /// 0.3000000000000007.
    static func difference(_ left: Double, _ right: Double) -> Double {
        tidied(left - right, largest: max(left.magnitude, right.magnitude))
    }

    /// The same of a difference that was calculated in another way, from numbers of which one is the largest.
    static func tidied(_ difference: Double, largest: Double) -> Double {
        // 15 digits of the largest one can be trusted. 315653 / 2^20 is the logarithm of 2; the shift rounds down, and so
        // the digits before the point up.
        guard largest.isFinite, largest != 0 else { return difference }
        let places = 15 &+ ((-Int(largest.exponent) &* 315_653) >> 20)
        guard powers.indices.contains(places) else { return difference }
        let tidy = (difference * powers[places]).rounded() / powers[places]
        // A move by a single Double has fewer digits than can be trusted, and is a move all the same.
        return tidy.isFinite && tidy != 0 ? tidy : difference
    }

    /// Powers of ten that are exact Doubles.
    private static let powers: [Double] = {
        var powers = [1.0]
        for _ in 1...22 { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()
}
