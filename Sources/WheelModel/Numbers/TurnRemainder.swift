import WheelCore

/// The parts of turns that have not moved the value yet.
///
/// A knob with 120 units to a detent and a speed of two steps for a detent moves a step with 60 units. A turn by 45 units moves
/// none and leaves three quarters of a step; 15 units more move one. A turn the other way drops the part.
struct TurnRemainder: Sendable {
    /// The part of a step, of which `parts` are a whole one.
    private var collected: Int128 = 0
    private var parts: Int128 = 1
    /// The part of a detent that acceleration has added.
    private var carried = 0.0
    /// The units of turns in whole detents that are less than a detent.
    private var short: Int64 = 0

    /// The whole steps of a turn.
    mutating func steps(for units: Int64, by ratio: StepRatio, factor: Double) -> Int128 {
        let parts = Int128(ratio.denominator) * Int128(TurnSum.unitsPerDetent)
        if parts != self.parts {
            collected = collected * parts / self.parts
            self.parts = parts
        }
        var way = Int128(units) * Int128(ratio.numerator)
        // At full acceleration a detent moves more steps than any range has.
        if factor > 1 { way = Int128(min(max(Double(way) * factor, -0x1p120), 0x1p120)) }
        if (way < 0) != (collected < 0) { collected = 0 }
        let total = collected + way
        // A rounded ratio may miss a full step by very little.
        let slack = ratio.isExact ? 0 : way.signum() * (parts / 1_000_000_000)
        let whole = (total + slack) / parts
        collected = total - whole * parts
        if (way < 0) != (collected < 0) { collected = 0 }
        return whole
    }

    /// The whole detents of a turn.
    mutating func detents(for units: Int64) -> Int64 {
        if (units < 0) != (short < 0) { short = 0 }
        let (detents, rest) = (short + units).quotientAndRemainder(dividingBy: TurnSum.unitsPerDetent)
        short = rest
        return detents
    }

    /// The units that acceleration adds. If the speed's amount is for a detent, they are whole detents, so that the value only
    /// moves by multiples of it.
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
