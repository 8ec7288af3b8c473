/// How knobs scrub a ramp. Its fraction is where they took it, plus what they have turned since. That is counted in
/// whole units, so that the same turns forth and back give the same fraction.
struct KnobGrip: Sendable {
    private var start: Double
    private var units: Int64 = 0
    /// Units of a whole ramp: the least common multiple of the revolutions of all knobs so far.
    private var unitsPerRamp: Int64 = 1
    /// The fraction after the last turn: when the ramp's is another, somebody else has moved it.
    private var fraction: Double

    init(_ fraction: Double) {
        start = fraction
        self.fraction = fraction
    }

    /// The fraction to which a turn leads; going past an end is forgotten.
    mutating func turn(by units: Int64, unitsPerTurn: Int64, from current: Double) -> Double {
        if current != fraction || !add(units, unitsPerTurn: unitsPerTurn) {
            self = KnobGrip(current)
            self.units = units
            unitsPerRamp = unitsPerTurn
        }
        let wanted = start + Double(self.units) / Double(unitsPerRamp)
        fraction = min(max(wanted, 0), 1)
        if fraction != wanted { self = KnobGrip(fraction) }
        return fraction
    }

    /// False where the count becomes too large to be exact.
    private mutating func add(_ turned: Int64, unitsPerTurn: Int64) -> Bool {
        guard let common = Fraction.common(unitsPerRamp, unitsPerTurn) else { return false }
        let (before, tooMany) = units.multipliedReportingOverflow(by: common / unitsPerRamp)
        let (way, tooFar) = turned.multipliedReportingOverflow(by: common / unitsPerTurn)
        let (sum, tooLarge) = before.addingReportingOverflow(way)
        guard !tooMany, !tooFar, !tooLarge, common <= Fraction.largest, sum.magnitude <= Fraction.largest else {
            return false
        }
        units = sum
        unitsPerRamp = common
        return true
    }
}
