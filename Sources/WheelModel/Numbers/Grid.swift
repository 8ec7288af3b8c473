import WheelCore

/// The points origin + k · step, for every integer k.
///
/// If origin and step are decimals, each point is computed in whole numbers, with one division at the end. On the grid
/// with origin 0 and step 0.1, point 3 is 0.3, while the sum of Doubles is 0.30000000000000004.
struct Grid: Equatable, Sendable {
    let origin: Double
    let step: Double
    /// Origin and step over a common denominator, if both are decimals.
    private let whole: Whole?

    private struct Whole: Equatable {
        let origin: Int64
        let step: Int64
        let denominator: Int64
    }

    init(origin: Double, step: Double) {
        self.origin = origin
        self.step = step
        whole = Grid.whole(origin, step)
    }

    private static func whole(_ origin: Double, _ step: Double) -> Whole? {
        guard let origin = Fraction(decimal: origin), let step = Fraction(decimal: step),
            let common = Fraction.common(origin.denominator, step.denominator),
            let start = origin.numerator(over: common), let stride = step.numerator(over: common)
        else { return nil }
        return Whole(origin: start, step: stride, denominator: common)
    }

    func point(_ index: Int64) -> Double {
        guard let whole else { return origin + Double(index) * step }
        let (way, tooFar) = whole.step.multipliedReportingOverflow(by: index)
        let (sum, tooLarge) = whole.origin.addingReportingOverflow(way)
        guard !tooFar, !tooLarge else { return origin + Double(index) * step }
        return Fraction.quotient(sum, whole.denominator)
    }

    func index(nearest value: Double) -> Int64 { Grid.index(((value - origin) / step).rounded()) }

    func nearest(to value: Double) -> Double { point(index(nearest: value)) }

    /// The index of the first point at or above `end`; strictly above it if `including` is false.
    func first(from end: Double, including: Bool) -> Int64 {
        guard let place = index(at: end) else { return Grid.index(((end - origin) / step).rounded(.up)) }
        return including ? place : place + 1
    }

    /// The index of the last point at or below `end`; strictly below it if `including` is false.
    func last(to end: Double, including: Bool) -> Int64 {
        guard let place = index(at: end) else { return Grid.index(((end - origin) / step).rounded(.down)) }
        return including ? place : place - 1
    }

    /// The index of the point that equals `end`, apart from the rounding of a division: 2π is eight steps of π/4. `nil`
    /// if no point equals `end`.
    func index(at end: Double) -> Int64? {
        let nearest = index(nearest: end)
        let distance = (point(nearest) - end).magnitude
        let isWhole = whole?.denominator == 1
        let rounding = 4 * .ulpOfOne * max(end.magnitude, origin.magnitude)
        return distance <= (isWhole ? 0 : rounding) ? nearest : nil
    }

    private static func index(_ steps: Double) -> Int64 {
        // The limit is larger than the number of steps in any range, and small enough that the conversion to Int64
        // cannot overflow.
        let most = 4 * Double(Fraction.largest)
        return Int64(min(max(steps, -most), most))
    }
}
