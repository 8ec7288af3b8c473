import WheelCore

/// The values at which a speed with `round` stops: the multiples of the speed's step.
///
/// For example, with a step of 0.1 a detent up from 14.074 leads to 14.1, and the next detent to 14.2. A detent down
/// from 14.074 leads to 14.0.
struct Rounding: Equatable, Sendable {
    private let multiples: Grid
    /// The indices of the multiples inside a range that wraps. After the last multiple, a turn continues with the
    /// first.
    private let places: ClosedRange<Int64>?

    /// Returns `nil` if the range wraps and contains no multiple of `step`.
    init?(step: Double, range: ValueRange, wraps: Bool) {
        multiples = Grid(origin: 0, step: step)
        guard wraps else {
            places = nil
            return
        }
        let first = multiples.first(from: range.lower, including: range.includesLower)
        let last = multiples.last(to: range.upper, including: range.includesUpper)
        guard first <= last else { return nil }
        places = first...last
    }

    /// The multiple from which a turn counts: `value` itself if it is a multiple, or else the next multiple in the
    /// direction opposite to the turn.
    func start(from value: Double, forward: Bool) -> (place: Int64, isBetween: Bool) {
        if let place = multiples.index(at: value) { return (place, false) }
        let place =
            forward ? multiples.last(to: value, including: true) : multiples.first(from: value, including: true)
        return (place, true)
    }

    /// A multiple, and the rotations on the way to it if the range wraps. If the range does not wrap, the multiple may
    /// be outside the range.
    func value(at place: Int64) -> (value: Double, turns: Int) {
        guard let places else { return (multiples.point(place), 0) }
        let (inside, turns) = WrapLaw.wrapped(Int128(place), into: places)
        return (multiples.point(inside), turns)
    }
}
