/// A scrubbed ramp: its fraction follows the place of a finger along a slider.
struct RampGrip: Sendable {
    private var start: Double
    private var anchor: Double
    /// The last place.
    private(set) var reading: Double
    /// The ramp's fraction after the last move of this grip. If it differs, something else has moved the ramp.
    private var fraction: Double

    init(_ fraction: Double, at reading: Double) {
        start = fraction
        anchor = reading
        self.reading = reading
        self.fraction = fraction
    }

    /// The fraction at a place. Movement past an end is dropped.
    mutating func pull(_ current: Double, to reading: Double, length: Double) -> Double {
        if current != fraction { self = RampGrip(current, at: self.reading) }
        self.reading = reading
        let wanted = start + (reading - anchor) / length
        fraction = wanted.isFinite ? min(max(wanted, 0), 1) : current
        if fraction != wanted { self = RampGrip(fraction, at: reading) }
        return fraction
    }
}
