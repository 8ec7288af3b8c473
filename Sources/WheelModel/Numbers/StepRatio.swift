import WheelCore

/// The steps that a detent moves, as a ratio of whole numbers, so that parts of a step are counted exactly.
struct StepRatio: Equatable, Sendable {
    let numerator: Int64
    let denominator: Int64
    /// Whether the ratio was not rounded.
    let isExact: Bool

    init(_ whole: Int64) {
        (numerator, denominator, isExact) = (whole, 1, true)
    }

    /// A part of the steps of a revolution.
    init(_ steps: ExactNumber, over detents: Int) {
        if let fraction = steps.fraction {
            let (denominator, overflow) = fraction.denominator.multipliedReportingOverflow(by: Int64(detents))
            if !overflow, denominator <= StepRatio.finest {
                (numerator, self.denominator, isExact) = (fraction.numerator, denominator, true)
                return
            }
        }
        let steps = min(steps.value / Double(detents), 0x1p60)
        // As fine as the integer allows: of many steps the parts are coarser.
        let places = steps.isNormal ? min(40, 60 - max(0, Int(steps.exponent))) : 0
        numerator = steps.isNormal ? Int64(steps * Double(sign: .plus, exponent: places, significand: 1)) : 0
        denominator = 1 << Int64(places)
        isExact = false
    }

    /// The largest denominator: products of two of them are computed.
    private static let finest: Int64 = 1 << 40
}
