/// Where a control stands without wrapping: a number, and whole turns before it.
///
/// The two are not added up, since a Double of their sum would not be exact: an int would lose its last digit, and an
/// angle its smallest ones.
struct UnwrappedNumber: Equatable, Sendable {
    var number: Double
    /// Zero where it does not wrap.
    var turns: Int
}

extension NumberLaw {
    /// How far it is from one place to another.
    func way(from start: UnwrappedNumber, to end: UnwrappedNumber) -> Double {
        guard let wrap, start.turns != end.turns else { return end.number - start.number }
        return wrap.way(from: start, to: end)
    }

    /// The same without the digits that only the calculation has brought.
    func tidyWay(from start: UnwrappedNumber, to end: UnwrappedNumber) -> Double {
        guard wraps, start.turns != end.turns else { return DecimalPlaces.difference(end.number, start.number) }
        let way = way(from: start, to: end)
        return DecimalPlaces.tidied(
            way, largest: max(start.number.magnitude, end.number.magnitude, way.magnitude))
    }

    /// The place that lies `way` beyond another. Whole turns change nothing but the turns.
    func moved(_ start: UnwrappedNumber, by way: Double) -> UnwrappedNumber {
        guard let wrap else { return UnwrappedNumber(number: settled(start.number + way), turns: 0) }
        let rest = way.truncatingRemainder(dividingBy: wrap.turn)
        let most = Double(NumberLimits.mostTurns)
        let turns = min(max(((way - rest) / wrap.turn).rounded(), -most), most)
        return UnwrappedNumber(number: start.number + rest, turns: start.turns + Int(turns))
    }
}
