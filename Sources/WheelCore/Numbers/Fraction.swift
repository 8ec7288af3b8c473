/// A ratio of whole numbers, so that three detents of 0.1 from 7.1 are 7.4 and not 7.3999999999999995.
///
/// 7.1 is 71/10 and 0.1 is 1/10. The sum is computed in integers as 74/10 and reduced to 37/5. A division at the end
/// yields the Double nearest to the exact value, which is printed as 7.4.
///
/// Integers of 64 bits are enough for decimals of 15 digits, but not for every product of two such decimals. An
/// operation that would overflow returns `nil`, and `ExactNumber` then continues in Doubles.
package struct Fraction: Equatable, Sendable {
    package private(set) var numerator: Int64
    /// The denominator, which is always positive. The fraction is in lowest terms.
    package private(set) var denominator: Int64

    /// A Double represents all integers up to this limit exactly.
    package static let largest: Int64 = 1 << 53

    package init(_ whole: Int64) {
        numerator = whole
        denominator = 1
    }

    private init(reduced numerator: Int64, over denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    private init(reducing numerator: Int64, over denominator: Int64) {
        let divisor = Fraction.divisor(numerator.magnitude, denominator.magnitude)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// The shortest decimal that reads back as `value`; `nil` if the decimal has too many digits for exact sums.
    package init?(decimal value: Double) {
        var power: Int64 = 1
        while power <= 1_000_000_000_000_000 {
            let scaled = (value * Double(power)).rounded()
            guard scaled.magnitude <= Double(Fraction.largest) else { return nil }
            // `scaled` and `power` are integers of at most 2^53, so the quotient is the Double nearest to the decimal.
            if scaled / Double(power) == value {
                self.init(reducing: Int64(scaled), over: power)
                return
            }
            power *= 10
        }
        return nil
    }

    /// The nearest Double.
    package var value: Double { Fraction.quotient(numerator, denominator) }

    /// The Double nearest to the quotient of two whole numbers. The denominator is positive.
    package static func quotient(_ numerator: Int64, _ denominator: Int64) -> Double {
        let most = largest.magnitude
        if numerator.magnitude <= most, denominator.magnitude <= most { return Double(numerator) / Double(denominator) }
        let top = numerator.magnitude
        let bottom = denominator.magnitude
        let (topShift, bottomShift) = (top.leadingZeroBitCount, bottom.leadingZeroBitCount)
        let divisor = bottom << bottomShift
        let dividend = top << topShift
        // The highest bit of the dividend and of the divisor is now set. Half of the dividend is less than the divisor,
        // so the quotient has 63 or 64 bits.
        let (quotient, rest) = divisor.dividingFullWidth((dividend >> 1, dividend << 63))
        // A remainder sets the lowest bit, which is below the precision of a Double. So the conversion rounds as it
        // would round the exact quotient.
        let rounded = Double(quotient | (rest == 0 ? 0 : 1))
        let value = Double(sign: .plus, exponent: bottomShift - topShift - 63, significand: rounded)
        return numerator < 0 ? -value : value
    }

    package func plus(_ other: Fraction) -> Fraction? {
        // Usually both denominators are equal, which saves the slow search for a common divisor.
        let isCommon = denominator == other.denominator
        guard let common = isCommon ? denominator : Fraction.common(denominator, other.denominator),
            let left = isCommon ? numerator : numerator(over: common),
            let right = isCommon ? other.numerator : other.numerator(over: common)
        else { return nil }
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow || sum == .min ? nil : Fraction(reducing: sum, over: common)
    }

    package func minus(_ other: Fraction) -> Fraction? {
        plus(Fraction(reduced: -other.numerator, over: other.denominator))
    }

    package func times(_ other: Fraction) -> Fraction? {
        let left = Fraction(reducing: numerator, over: other.denominator)
        let right = Fraction(reducing: other.numerator, over: denominator)
        let (top, topOverflow) = left.numerator.multipliedReportingOverflow(by: right.numerator)
        let (bottom, bottomOverflow) = left.denominator.multipliedReportingOverflow(by: right.denominator)
        guard !topOverflow, !bottomOverflow, top != .min else { return nil }
        return Fraction(reducing: top, over: bottom)
    }

    /// Returns `nil` on overflow, and if `other` is zero.
    package func divided(by other: Fraction) -> Fraction? {
        guard other.numerator != 0 else { return nil }
        let sign: Int64 = other.numerator < 0 ? -1 : 1
        return times(Fraction(reducing: sign * other.denominator, over: sign * other.numerator))
    }

    /// The numerator over `common`, a multiple of the denominator; `nil` on overflow.
    package func numerator(over common: Int64) -> Int64? {
        let (scaled, overflow) = numerator.multipliedReportingOverflow(by: common / denominator)
        return overflow ? nil : scaled
    }

    /// The least common multiple of two denominators; `nil` on overflow.
    package static func common(_ left: Int64, _ right: Int64) -> Int64? {
        let (product, overflow) = left.multipliedReportingOverflow(
            by: right / divisor(left.magnitude, right.magnitude))
        return overflow ? nil : product
    }

    private static func divisor(_ left: UInt64, _ right: UInt64) -> Int64 {
        guard right != 1 else { return 1 }
        var (left, right) = (left, right)
        while right != 0 { (left, right) = (right, left % right) }
        return max(1, Int64(clamping: left))
    }
}
