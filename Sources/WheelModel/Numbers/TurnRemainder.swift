import WheelCore

/// The parts of turns that have not moved the value yet.
struct TurnRemainder: Sendable {
    /// The part of a step that has accumulated, in parts of which `parts` are a step.
    private var collected: Int128 = 0
    private var parts: Int128 = 1
    /// The part of a detent that acceleration has accumulated.
    private var carried = 0.0
    /// The units that are short of a detent, of turns in whole detents.
    private var short: Int64 = 0

    /// The number of whole grid steps for a turn. Parts of a step accumulate.
    mutating func steps(for units: Int64, by ratio: StepRatio, factor: Double) -> Int128 {
        let parts = Int128(ratio.denominator) * Int128(TurnSum.unitsPerDetent)
        if parts != self.parts {
            collected = collected * parts / self.parts
            self.parts = parts
        }
        var way = Int128(units) * Int128(ratio.numerator)
        // A detent that is accelerated as far as can be moves more steps than any range has.
        if factor > 1 { way = Int128(min(max(Double(way) * factor, -0x1p120), 0x1p120)) }
        if (way < 0) != (collected < 0) { collected = 0 }
        let total = collected + way
        // A ratio that is not exact may miss a full step by very little.
        let slack = ratio.isExact ? 0 : way.signum() * (parts / 1_000_000_000)
        let whole = (total + slack) / parts
        collected = total - whole * parts
        if (way < 0) != (collected < 0) { collected = 0 }
        return whole
    }

    /// The number of whole detents for a turn. Parts of a detent accumulate, and are dropped on a reversal.
    mutating func detents(for units: Int64) -> Int64 {
        if (units < 0) != (short < 0) { short = 0 }
        let (detents, rest) = (short + units).quotientAndRemainder(dividingBy: TurnSum.unitsPerDetent)
        short = rest
        return detents
    }

    /// The units after acceleration. If the amount is given per detent, the result is in whole detents, so that only
    /// multiples of that amount occur.
    mutating func further(_ units: Int64, amount: SpeedAmount, factor: Double) -> Int64 {
        guard factor > 1 else {
            carried = 0
            return 0
        }
        let further = min(max(Double(units) * (factor - 1), -1e15), 1e15)
        guard amount.isOfDetents, units % TurnSum.unitsPerDetent == 0 else { return Int64(further.rounded()) }
        let detents = further / Double(TurnSum.unitsPerDetent) + carried
        let whole = detents.rounded(.towardZero)
        carried = detents - whole
        return Int64(whole) * TurnSum.unitsPerDetent
    }
}

extension SpeedAmount {
    /// Whether a detent moves by this amount however many detents a revolution has.
    var isOfDetents: Bool {
        switch self {
        case .perDetent, .perOctave: true
        case .scale, .perTurn: false
        }
    }
}
