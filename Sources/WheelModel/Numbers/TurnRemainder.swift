import WheelSettings

/// The parts of turns that have not moved the value yet.
struct TurnRemainder: Sendable {
    /// The part of a step that has accumulated, in steps.
    private var collected = 0.0
    /// The part of a detent that acceleration has accumulated.
    private var carried = 0.0
    /// The units that are short of a detent, of turns in whole detents.
    private var short: Int64 = 0

    /// The number of whole grid steps for a turn: at least one per detent. Parts of a step accumulate.
    mutating func steps(for units: Int64, perDetent: Double, isDetentless: Bool, factor: Double) -> Int64 {
        let far = isDetentless ? factor : max(1, (perDetent * factor).rounded() / perDetent)
        let way = Double(units) * perDetent * far / Double(TurnSum.unitsPerDetent)
        if (way < 0) != (collected < 0) { collected = 0 }
        collected += way
        // Sixths of a step do not add up to exactly 1 in Doubles, so a sum very close to an integer counts as that
        // integer.
        let nearest = collected.rounded()
        let whole = (collected - nearest).magnitude < 1e-9 ? nearest : collected.rounded(.towardZero)
        collected -= whole
        if collected.magnitude < 1e-9 { collected = 0 }
        return Int64(min(max(whole, -1e15), 1e15))
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
