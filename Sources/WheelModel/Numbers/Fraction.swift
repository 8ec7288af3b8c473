/// A ratio of whole numbers, so that three detents of 0.1 from 7.1 are 7.4 and not 7.3999999999999995.
///
/// Sums are computed in integers and divided once. Below 2^53 that one division gives the Double nearest to the exact
/// value, which prints like the result of decimal arithmetic.
struct Fraction: Equatable, Sendable {
    private(set) var numerator: Int64
    /// Always positive and in lowest terms.
    private(set) var denominator: Int64

    /// All integers up to this one are exact Doubles.
    static let largest: Int64 = 1 << 53

    init(_ whole: Int64) {
        numerator = whole
        denominator = 1
    }

    private init(reducing numerator: Int64, over denominator: Int64) {
        let divisor = Fraction.divisor(numerator.magnitude, denominator.magnitude)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// The shortest decimal that reads back as `value`; `nil` if it has too many digits for exact sums.
    init?(decimal value: Double) {
        var power: Int64 = 1
        while power <= 1_000_000_000_000_000 {
            let scaled = (value * Double(power)).rounded()
            guard scaled.magnitude <= Double(Fraction.largest) else { return nil }
            // Both are integers below 2^53, so the quotient is the Double nearest to that decimal.
            if scaled / Double(power) == value {
                self.init(reducing: Int64(scaled), over: power)
                return
            }
            power *= 10
        }
        return nil
    }

    /// The product, `nil` where it overflows.
    func times(_ other: Fraction) -> Fraction? {
        let left = Fraction(reducing: numerator, over: other.denominator)
        let right = Fraction(reducing: other.numerator, over: denominator)
        let (top, topOverflow) = left.numerator.multipliedReportingOverflow(by: right.numerator)
        let (bottom, bottomOverflow) = left.denominator.multipliedReportingOverflow(by: right.denominator)
        guard !topOverflow, !bottomOverflow, top != .min else { return nil }
        return Fraction(reducing: top, over: bottom)
    }

    /// The quotient, `nil` where it overflows or `other` is zero.
    func divided(by other: Fraction) -> Fraction? {
        guard other.numerator != 0, other.numerator != .min else { return nil }
        let sign: Int64 = other.numerator < 0 ? -1 : 1
        return times(Fraction(reducing: sign * other.denominator, over: sign * other.numerator))
    }

    /// The difference, `nil` where it overflows.
    func minus(_ other: Fraction) -> Fraction? {
        guard let common = Fraction.common(denominator, other.denominator),
            let left = numerator(over: common), let right = other.numerator(over: common)
        else { return nil }
        let (difference, overflow) = left.subtractingReportingOverflow(right)
        return overflow || difference == .min ? nil : Fraction(reducing: difference, over: common)
    }

    /// The numerator over `common`, a multiple of the denominator; `nil` where it overflows.
    func numerator(over common: Int64) -> Int64? {
        let (scaled, overflow) = numerator.multipliedReportingOverflow(by: common / denominator)
        return overflow ? nil : scaled
    }

    /// The least common multiple of two denominators, `nil` if it overflows.
    static func common(_ left: Int64, _ right: Int64) -> Int64? {
        let (product, overflow) = left.multipliedReportingOverflow(
            by: right / divisor(left.magnitude, right.magnitude))
        return overflow ? nil : product
    }

    private static func divisor(_ left: UInt64, _ right: UInt64) -> Int64 {
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return max(1, Int64(clamping: left))
    }
}
