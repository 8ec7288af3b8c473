import WheelCore

/// Turns at a speed with `round`.
extension ScaledValue {
    /// Turns in whole detents to multiples of the speed's step. The detent that leads to the first one is not accelerated.
    mutating func turn(_ turn: Turn, by rounding: Rounding) -> Bool {
        let detents = remainder.detents(for: turn.units)
        guard detents != 0 else { return false }
        let (start, isBetween) = rounding.start(from: number, forward: detents > 0)
        let units = (detents - (isBetween ? detents.signum() : 0)) * TurnSum.unitsPerDetent
        let further = remainder.further(units, amount: scale.speeds[turn.speed].amount, factor: acceleration(of: turn))
        let (value, turns) = rounding.value(at: start + detents + further / TurnSum.unitsPerDetent)
        return put(UnwrappedNumber(number: value, turns: (rotations ?? 0) + turns))
    }
}
