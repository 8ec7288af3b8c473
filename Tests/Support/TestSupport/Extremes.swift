/// Numbers at which arithmetic rounds, overflows or reaches the largest number. Every function that accepts a number
/// from outside is tested with these.
public enum Extremes {
    public static let largest = Double.greatestFiniteMagnitude

    /// 1e-320, which a literal cannot express.
    private static let denormal = 2024 * Double.leastNonzeroMagnitude

    /// Both zeros, subnormals, the limits of exact integers and of Int64, and the largest number; each with both signs.
    public static let numbers: [Double] = magnitudes.flatMap { [$0, -$0] }

    private static let magnitudes: [Double] = [
        0, .leastNonzeroMagnitude, denormal, .leastNormalMagnitude, 1e-300, 1e-150, 1e-30, 1e-15, 1e-9, 0.001, 0.1,
        1.0.nextDown, 1, 1.0.nextUp, 1.5, 100, 1e6, 1e9, 1e12, 1e15,
        9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994,  // 2^53, and its neighbours
        9_223_372_036_854_774_784, 9_223_372_036_854_775_808, 1e13, 1e17, 1e19, 1e30, 1e100, 1e150,
        1e299, 1e300, 1e308, 1.7e308, largest,
    ]

    /// Fractions of a ramp's time or of a range: inside 0…1, at its ends, and outside.
    public static let fractions: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, denormal, 1e-17, 0.25, 0.5, 1.0.nextDown, 1, 1.0.nextUp, 2, -1, 1e308, -1e308,
    ]

    /// Integers, for counts and for values of devices.
    public static let integers: [Int] = [
        0, 1, -1, 7, -119, 120, 1 << 31, -1 << 31, 1 << 40, 1 << 53, (1 << 53) + 1, (1 << 53) - 1, -1 << 53, .max, .min,
        .max - 1,
    ]

    /// Numbers in JSON and TOML. Some are too large for a double, or between two doubles.
    public static let texts: [String] =
        numbers.map { "\($0)" } + [
            "1e999", "-1e999", "1e-999", "9007199254740993", "-9007199254740993", "18446744073709551616",
            "0.30000000000000004",
            "1E5",
        ]
}
