/// A number of the configuration, or a result of arithmetic with such numbers, as an exact fraction where possible.
///
/// 3.35 − 0.05 is 3.3 here, and 3.3000000000000003 in Doubles. A number with too many digits, or with a numerator or
/// denominator that would be too large, is kept as a Double alone, and so are all results that depend on it.
package struct ExactNumber: Equatable, Sendable {
    /// The nearest Double.
    package let value: Double
    /// The exact number as a fraction; `nil` if only the Double is known.
    package let fraction: Fraction?

    /// The exact number is the shortest decimal that reads back as `value`.
    package init(_ value: Double) {
        self.value = value
        fraction = Fraction(decimal: value)
    }

    package init(_ whole: Int64) {
        value = Double(whole)
        fraction = Fraction(whole)
    }

    package init(_ whole: Int) { self.init(Int64(whole)) }

    private init(_ fraction: Fraction?, or value: @autoclosure () -> Double) {
        self.fraction = fraction
        self.value = fraction?.value ?? value()
    }

    private static func combined(
        _ left: ExactNumber, _ right: ExactNumber, _ exact: (Fraction, Fraction) -> Fraction?,
        _ inDoubles: (Double, Double) -> Double
    ) -> ExactNumber {
        let fraction = left.fraction.flatMap { left in right.fraction.flatMap { exact(left, $0) } }
        return ExactNumber(fraction, or: inDoubles(left.value, right.value))
    }

    package static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber {
        combined(left, right, { $0.plus($1) }, +)
    }

    package static func - (left: ExactNumber, right: ExactNumber) -> ExactNumber {
        combined(left, right, { $0.minus($1) }, -)
    }

    package static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber {
        combined(left, right, { $0.times($1) }, *)
    }

    package static func / (left: ExactNumber, right: ExactNumber) -> ExactNumber {
        combined(left, right, { $0.divided(by: $1) }, /)
    }

    /// The quotient as a Double. The fraction is not reduced, since this would take time at each detent.
    package func quotient(by whole: Int) -> Double {
        guard let fraction else { return value / Double(whole) }
        let (denominator, overflow) = fraction.denominator.multipliedReportingOverflow(by: Int64(whole))
        return overflow ? value / Double(whole) : Fraction.quotient(fraction.numerator, denominator)
    }
}
