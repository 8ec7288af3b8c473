import WheelSettings

/// What of a turn has not moved anything yet.
struct TurnRemainder: Sendable {
    /// The part of a detent that has not made a whole step yet, in steps.
    private var collected = 0.0
    /// The part of an accelerated detent that has not made a whole detent yet.
    private var carried = 0.0

    /// Whole grid steps for a turn: at least one for a detent; what is short of a step collects until it is full.
    mutating func steps(for units: Int64, perDetent: Double, isDetentless: Bool, factor: Double) -> Int64 {
        let far = isDetentless ? factor : max(1, (perDetent * factor).rounded() / perDetent)
        let way = Double(units) * perDetent * far / Double(TurnSum.unitsPerDetent)
        if (way < 0) != (collected < 0) { collected = 0 }
        collected += way
        // Sixths of a step do not add up to whole ones in Doubles: what lies so near a whole step is one.
        let nearest = collected.rounded()
        let whole = (collected - nearest).magnitude < 1e-9 ? nearest : collected.rounded(.towardZero)
        collected -= whole
        if collected.magnitude < 1e-9 { collected = 0 }
        return Int64(min(max(whole, -1e15), 1e15))
    }

    /// The units by which acceleration goes further. Amounts given per detent keep to whole detents, since these are
    /// the values that their owner wants to see.
    mutating func further(_ units: Int64, amount: SpeedAmount, factor: Double) -> Int64 {
        guard factor > 1 else {
            carried = 0
            return 0
        }
        let further = min(max(Double(units) * (factor - 1), -1e15), 1e15)
        guard case .perDetent = amount, units % TurnSum.unitsPerDetent == 0 else {
            return Int64(further.rounded())
        }
        let detents = further / Double(TurnSum.unitsPerDetent) + carried
        let whole = detents.rounded(.towardZero)
        carried = detents - whole
        return Int64(whole) * TurnSum.unitsPerDetent
    }
}
