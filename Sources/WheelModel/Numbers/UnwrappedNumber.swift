import WheelCore

/// A value of a range that wraps: a number inside the range, and how often the value has wrapped upwards, minus how
/// often downwards.
///
/// The number and the turns are stored separately, because their sum would not be an exact Double: an int would lose
/// its last digit, and an angle its smallest digits.
package struct UnwrappedNumber: Equatable, Sendable {
    var number: Double
    /// Zero if the range does not wrap.
    var turns: Int
}

extension ValueScale {
    func way(from start: UnwrappedNumber, to end: UnwrappedNumber) -> Double {
        guard let wrap, start.turns != end.turns else { return end.number - start.number }
        return wrap.way(from: start, to: end)
    }

    /// The distance from `start` to `end` without the rounding errors of the computation.
    func tidyWay(from start: UnwrappedNumber, to end: UnwrappedNumber) -> Double {
        let inTurn = ExactNumber(end.number) - ExactNumber(start.number)
        guard wraps, start.turns != end.turns, let wrap else {
            return inTurn.fraction == nil ? DecimalPlaces.difference(end.number, start.number) : inTurn.value
        }
        let exact = inTurn + ExactNumber(end.turns - start.turns) * wrap.turn
        if exact.fraction != nil { return exact.value }
        let way = way(from: start, to: end)
        return DecimalPlaces.tidied(
            way, largest: max(start.number.magnitude, end.number.magnitude, way.magnitude))
    }

    /// The value at the distance `way` from `start`. Whole turns change `turns` and not the number.
    func moved(_ start: UnwrappedNumber, by way: Double) -> UnwrappedNumber {
        let end = ExactNumber(start.number) + ExactNumber(way)
        guard let wrap else { return UnwrappedNumber(number: settled(end.value), turns: 0) }
        if let (inside, turns) = end.fraction.flatMap(wrap.wrapped) {
            return UnwrappedNumber(number: inside, turns: start.turns + turns)
        }
        let turn = wrap.turn.value
        let rest = way.truncatingRemainder(dividingBy: turn)
        let most = Double(NumberLimits.mostTurns)
        let turns = min(max(((way - rest) / turn).rounded(), -most), most)
        return UnwrappedNumber(number: start.number + rest, turns: start.turns + Int(turns))
    }
}
