import WheelCore

/// Scrubs a ramp with knobs. A revolution covers the whole ramp.
///
/// The result is the fraction at the start of the grip, plus the turns since then. Turns are counted in integers, so
/// that turning forth and equally far back gives the same fraction. The units of knobs with different numbers of
/// detents, such as 24 and 30, are converted to a common size.
struct KnobGrip: Sendable {
    private var start: Double
    private var units: Int64 = 0
    /// The units of a whole ramp: the least common multiple of the units per revolution of all knobs that have turned
    /// since the start of the grip.
    private var unitsPerRamp: Int64 = 1
    /// The fraction after the last turn. If the ramp's present fraction is different, another mover has moved the ramp,
    /// and the grip begins again.
    private var fraction: Double

    init(_ fraction: Double) {
        start = fraction
        self.fraction = fraction
    }

    /// Returns the fraction after a turn. Movement beyond an end is dropped.
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

    /// Counts a turn. Returns false if the count would become too large to be exact.
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
