import WheelCore

/// The number of steps that a detent moves, as a ratio of integers, so that parts of a step are counted exactly.
struct StepRatio: Equatable, Sendable {
    let numerator: Int64
    let denominator: Int64
    /// Whether the ratio was not rounded.
    let isExact: Bool

    init(_ whole: Int64) {
        (numerator, denominator, isExact) = (whole, 1, true)
    }

    /// The steps of a revolution, divided by its detents.
    init(_ steps: ExactNumber, over detents: Int) {
        if let fraction = steps.fraction {
            let (denominator, overflow) = fraction.denominator.multipliedReportingOverflow(by: Int64(detents))
            if !overflow, denominator <= StepRatio.finest {
                (numerator, self.denominator, isExact) = (fraction.numerator, denominator, true)
                return
            }
        }
        let steps = min(steps.value / Double(detents), 0x1p60)
        // The numerator must fit into an Int64. So the larger the number of steps, the fewer bits are left for parts of
        // a step.
        let places = steps.isNormal ? min(40, 60 - max(0, Int(steps.exponent))) : 0
        numerator = steps.isNormal ? Int64(steps * Double(sign: .plus, exponent: places, significand: 1)) : 0
        denominator = 1 << Int64(places)
        isExact = false
    }

    /// The largest denominator. The product of two such denominators, each times 120, must fit into an Int128
    /// (`TurnRemainder`).
    private static let finest: Int64 = 1 << 40
}
