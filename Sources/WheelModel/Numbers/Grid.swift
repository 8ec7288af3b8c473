/// The points that a stepped number stands on: origin + k · step for every whole k.
struct Grid: Equatable, Sendable {
    let origin: Double
    let step: Double
    private let exactOrigin: Fraction?
    private let exactStep: Fraction?

    init(origin: Double, step: Double) {
        self.origin = origin
        self.step = step
        exactOrigin = Fraction(decimal: origin)
        exactStep = Fraction(decimal: step)
    }

    /// The `index`-th point; a decimal where origin and step are decimals.
    func point(_ index: Int64) -> Double {
        guard let exactOrigin, let exactStep,
            let common = Fraction.common(exactOrigin.denominator, exactStep.denominator),
            let start = exactOrigin.numerator(over: common), let stride = exactStep.numerator(over: common)
        else { return origin + Double(index) * step }
        let (way, tooFar) = stride.multipliedReportingOverflow(by: index)
        let (sum, tooLarge) = start.addingReportingOverflow(way)
        guard !tooFar, !tooLarge, sum.magnitude <= Fraction.largest else { return origin + Double(index) * step }
        return Double(sum) / Double(common)
    }

    /// The place of the point nearest to `value`.
    func index(nearest value: Double) -> Int64 {
        let index = ((value - origin) / step).rounded()
        let largest = Double(Fraction.largest)
        return Int64(min(max(index, -largest), largest))
    }

    func nearest(to value: Double) -> Double { point(index(nearest: value)) }
}
