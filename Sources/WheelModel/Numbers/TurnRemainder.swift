import WheelCore

/// Stores the parts of turns that have not moved the value yet.
///
/// At a speed of two steps per detent, 60 of the 120 units of a detent move one step. A turn by 45 units moves no step
/// and leaves three quarters of a step; another 15 units move one step. A turn in the opposite direction drops the
/// partial step.
struct TurnRemainder: Sendable {
    /// The partial step, as a number of parts. A whole step has `parts` parts.
    private var collected: Int128 = 0
    private var parts: Int128 = 1
    /// The part of a detent that acceleration has added, but that has not moved the value yet.
    private var carried = 0.0
    /// The units that do not make a whole detent yet, for speeds that turn in whole detents.
    private var short: Int64 = 0

    /// Returns the whole steps of a turn, and keeps the rest for the next turn.
    mutating func steps(for units: Int64, by ratio: StepRatio, factor: Double) -> Int128 {
        let parts = Int128(ratio.denominator) * Int128(TurnSum.unitsPerDetent)
        if parts != self.parts {
            collected = collected * parts / self.parts
            self.parts = parts
        }
        var way = Int128(units) * Int128(ratio.numerator)
        // At full acceleration a detent may move more steps than any range has, so the product is clamped.
        if factor > 1 { way = Int128(min(max(Double(way) * factor, -0x1p120), 0x1p120)) }
        if (way < 0) != (collected < 0) { collected = 0 }
        let total = collected + way
        // If the ratio was rounded, the total of a full step may be slightly too small, so a tolerance is added.
        let slack = ratio.isExact ? 0 : way.signum() * (parts / 1_000_000_000)
        let whole = (total + slack) / parts
        collected = total - whole * parts
        if (way < 0) != (collected < 0) { collected = 0 }
        return whole
    }

    /// Returns the whole detents of a turn, and keeps the rest for the next turn.
    mutating func detents(for units: Int64) -> Int64 {
        if (units < 0) != (short < 0) { short = 0 }
        let (detents, rest) = (short + units).quotientAndRemainder(dividingBy: TurnSum.unitsPerDetent)
        short = rest
        return detents
    }

    /// Returns the units that acceleration adds. If the speed gives an amount per detent, a turn of whole detents is
    /// accelerated by whole detents, so that the value moves by multiples of this amount.
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
    /// Whether a detent moves by this amount, however many detents a revolution has.
    var isOfDetents: Bool {
        switch self {
        case .perDetent, .perOctave: true
        case .scale, .perTurn: false
        }
    }
}
