import Glibc
import WheelCore

/// Computes from the settings which values a number can have, and how far turns and drags move it.
///
/// The *range* has two ends, which may be excluded or missing. The *grid* has points at equal distances. With `snaps`
/// the points of the grid are the only values. Without `snaps` a set value may lie between two points, and turns move
/// it by whole steps from there. The *taper* divides the range by equal differences, by ratios (`log`) or by squares. A
/// range that *wraps* continues at its other end.
///
///     0…10 by 3, snaps      spot(of: 4)                       3      the nearest point
///                           spot(of: 11)                      9      the last point of the range: `upper`
///     [0, 360), wraps       spot(of: 370)                     10     one turn further
///     10…1000, log          moved(10, byPosition: 0.5)        100    the middle
///
/// A *speed* is the distance that an encoder moves the number: an amount per detent or per revolution, a part of the
/// range, or a part of an octave. On a grid a detent moves a whole number of steps, and at least one. At a speed of 0.2
/// per detent, on a grid of 0.5, a detent moves 0.5.
///
/// Rounding errors are the main risk. So points of the grid are computed in whole numbers (`Grid`), and amounts are
/// stored exactly (`ExactNumber`). The results of logarithms and roots are rounded to 15 digits, so that the ends are
/// reached and 80 does not become 80.00000000000001.
///
/// A scale is an immutable class, so that passing a scale copies only a reference.
final class ValueScale: Sendable {
    /// The smallest and the largest value that can be reached. If values that are set snap to a grid, these are the
    /// grid's first and last point inside the range. Otherwise an excluded end is replaced by the nearest Double or
    /// integer inside the range. A missing end is replaced by the limit up to which numbers are exact.
    let lower: Double
    let upper: Double
    /// The indices of the grid's first and last point in the range; `nil` if values that are set do not snap to it.
    let places: ClosedRange<Int64>?
    let range: ValueRange
    let grid: Grid?
    let snaps: Bool
    let isInteger: Bool
    /// Whether the number is a choice's position or a selection's cursor.
    let isOfPositions: Bool
    let taper: Taper
    let wrap: WrapLaw?
    /// Whether `wrap` is not `nil`. This is stored, because a test of the large optional is slower.
    let wraps: Bool
    let speeds: [Speed]
    /// The rounding of each speed; `nil` for a speed that does not round. Empty if no speed rounds.
    let roundings: [Rounding?]
    /// Whether a client's value outside the range is refused. Always false for a range that wraps.
    let refusesBeyond: Bool
    let rangeTurns: Double
    let isDegrees: Bool
    private let initial: Double
    /// For each speed the change per detent or per revolution, whichever the speed gives. If the taper is not linear,
    /// these amounts, and all that are computed from them, are fractions of the range.
    let amounts: [ExactNumber]
    /// `amounts`, in steps of the grid. Empty without a grid.
    let strides: [ExactNumber]
    /// The amount by which − and + move the value. With `stepsInPosition` this amount is a fraction of the range.
    let stepper: ExactNumber
    let stepsInPosition: Bool

    convenience init(_ settings: NumberSettings, isInteger: Bool) {
        let range = settings.range
        let step = settings.step ?? (isInteger ? 1 : nil)
        // Integers with a step of 1 use a grid through 0: if the grid began at -2^53, its indices up to 2^54 would not
        // all be exact Doubles.
        let countsFromZero = !range.lower.isFinite || isInteger && step == 1
        let grid = step.map { Grid(origin: countsFromZero ? 0 : range.lower, step: $0) }
        self.init(
            // With a step of 1 every integer is on the grid, so an int always snaps to it.
            range: range, grid: grid, snaps: settings.snaps || isInteger && step == 1, isInteger: isInteger,
            isOfPositions: false, taper: settings.taper, wraps: settings.wraps, initial: settings.initial,
            speeds: settings.speeds,
            refusesBeyond: settings.beyond == .refuse && !settings.wraps,
            rangeTurns: settings.rangeTurns,
            stepper: settings.stepper, isDegrees: settings.unit == "°")
    }

    /// The scale of a choice's position or a selection's cursor.
    convenience init(positions count: Int, initial: Int, speeds: [Speed]) {
        self.init(
            range: ValueRange(0, Double(count - 1)), grid: Grid(origin: 0, step: 1), snaps: true, isInteger: true,
            isOfPositions: true, taper: .linear, wraps: false, initial: Double(initial), speeds: speeds,
            refusesBeyond: false,
            rangeTurns: 1,
            stepper: 1,
            isDegrees: false)
    }

    private init(
        range: ValueRange, grid: Grid?, snaps: Bool, isInteger: Bool, isOfPositions: Bool, taper: Taper, wraps: Bool,
        initial: Double, speeds: [Speed], refusesBeyond: Bool, rangeTurns: Double, stepper: Double?, isDegrees: Bool
    ) {
        self.range = range
        self.grid = grid
        self.snaps = snaps
        self.isInteger = isInteger
        self.isOfPositions = isOfPositions
        self.taper = taper
        self.speeds = speeds
        self.refusesBeyond = refusesBeyond
        self.rangeTurns = rangeTurns
        self.isDegrees = isDegrees
        self.initial = initial
        let reach = NumberLimits.reach(isInteger: isInteger, step: grid?.step, speeds: speeds)
        let ends = ValueScale.ends(of: range, reach: reach, isInteger: isInteger)
        if snaps, let grid {
            let first = grid.first(
                from: range.lower.isFinite ? range.lower : -reach,
                including: range.includesLower || !range.lower.isFinite)
            let last = grid.last(
                to: range.upper.isFinite ? range.upper : reach, including: range.includesUpper || !range.upper.isFinite)
            let places = first...max(first, last)
            self.places = places
            lower = min(max(grid.point(places.lowerBound), ends.lower), ends.upper)
            upper = min(max(grid.point(places.upperBound), ends.lower), ends.upper)
        } else {
            // If set values do not snap to the grid, the range's own ends can be reached.
            places = nil
            (lower, upper) = ends
        }
        wrap = wraps && range.isFinite ? WrapLaw(range: range, grid: grid, places: places) : nil
        let isAround = wrap != nil
        self.wraps = isAround
        roundings =
            !speeds.contains(where: \.rounds)
            ? []
            : speeds.map { speed in
                guard speed.rounds, case .perDetent(let step) = speed.amount else { return nil }
                return Rounding(step: step, range: range, wraps: isAround)
            }
        let amounts = speeds.map { ValueScale.amount(of: $0, in: range, taper: taper, rangeTurns: rangeTurns) }
        self.amounts = amounts
        strides = grid.map { grid in amounts.map { $0 / ExactNumber(grid.step) } } ?? []
        stepsInPosition = stepper == nil && !isDegrees && grid == nil && taper != .linear
        if let stepper {
            self.stepper = ExactNumber(stepper)
        } else if isDegrees {
            self.stepper = ExactNumber(5)
        } else if let grid {
            self.stepper = ExactNumber(grid.step)
        } else if stepsInPosition {
            self.stepper = ExactNumber(0.01)
        } else if range.isFinite {
            self.stepper = range.exactSpan / ExactNumber(100)
        } else if let first = speeds.first {
            self.stepper = first.amount.isOfDetents ? amounts[0] : amounts[0] / ExactNumber(ValueScale.fingerDetents)
        } else {
            self.stepper = ExactNumber(1)
        }
    }

    /// The value at the start and after a reset.
    var home: Double { settled(initial) }

    /// The value of a grid point, clamped to the reachable ends.
    func point(_ place: Int64, of grid: Grid) -> Double { min(max(grid.point(place), lower), upper) }

    /// The result of setting `value`: inside the range, and on the grid if set values snap. If the range wraps, `turns`
    /// counts how often the value was wrapped.
    func spot(of value: Double) -> Spot {
        guard let wrap else { return settledSpot(value, turns: 0) }
        if let grid, let places {
            let place = grid.index(nearest: value)
            // A larger index is not exact. In this case the number itself is wrapped below, before it is snapped.
            if place.magnitude <= Fraction.largest.magnitude {
                let (inside, turns) = WrapLaw.wrapped(Int128(place), into: places)
                return Spot(number: point(inside, of: grid), place: inside, turns: turns)
            }
        }
        let (inside, turns) = range.contains(value) ? (value, 0) : wrap.wrapped(value)
        return settledSpot(inside, turns: turns)
    }

    /// Whether the number of turns between 0 and `value` can be counted. Always true without `wrap`, since the value is
    /// then clamped.
    func counts(_ value: Double) -> Bool { wrap.map { !NumberLimits.isTooFar(value, turn: $0.turn.value) } ?? true }

    func refuses(_ value: Double) -> Bool { refusesBeyond && isBeyond(value) }

    /// Whether `value` is outside the range, or beyond the reachable values of a range without an end.
    private func isBeyond(_ value: Double) -> Bool {
        !range.contains(value) || !range.lower.isFinite && value < lower || !range.upper.isFinite && value > upper
    }

    /// Whether setting `value` clamps it to the range or snaps it to the grid.
    func difference(of value: Double) -> (isClamped: Bool, isSnapped: Bool) {
        guard let wrap else {
            let isClamped = isBeyond(value)
            return (isClamped, !isClamped && settled(value) != value)
        }
        guard let grid, snaps else { return (false, false) }
        let inside = range.contains(value) ? value : wrap.wrapped(value).value
        // The comparison has a tolerance, because the remainder of a division of decimals is not exact.
        return (false, (grid.nearest(to: inside) - inside).magnitude > grid.step * 1e-9)
    }

    /// The end of the range that stops a value from moving in this direction.
    func end(at value: Double, towards direction: Double) -> RangeEnd? {
        if wraps { return nil }
        if direction > 0, value >= upper, range.upper.isFinite { return .upper }
        return direction < 0 && value <= lower && range.lower.isFinite ? .lower : nil
    }

    /// The value clamped to the reachable ends, and rounded to an integer if the control is an int.
    func inside(_ value: Double) -> Double { min(max(isInteger ? value.rounded() : value, lower), upper) }

    private func settledSpot(_ value: Double, turns: Int) -> Spot {
        guard let grid, let places else {
            return Spot(number: inside(value), turns: turns)
        }
        let place = grid.index(nearest: value)
        if !wraps || places.contains(place) {
            let inside = min(max(place, places.lowerBound), places.upperBound)
            return Spot(number: point(inside, of: grid), place: inside, turns: turns)
        }
        // A nearest point beyond the last point is the first point of the next turn. A nearest point before the first
        // point is the last point of the previous turn.
        let isAbove = place > places.upperBound
        let around = isAbove ? places.lowerBound : places.upperBound
        return Spot(number: point(around, of: grid), place: around, turns: turns + (isAbove ? 1 : -1))
    }

    func settled(_ value: Double) -> Double { spot(of: value).number }

    /// The position of `value` in the range, 0…1, according to the taper.
    func position(of value: Double) -> Double {
        switch taper {
        case .linear: range.span > 0 ? (value - range.lower) / range.span : 0
        case .log: log(value / range.lower) / logarithmicSpan
        // A value below 0 has a negative position: minus the position of its magnitude.
        case .square: value < 0 ? -(-value / range.upper).squareRoot() : (value / range.upper).squareRoot()
        }
    }

    /// `value` moved by a fraction of the range, according to the taper, and not clamped.
    func moved(_ value: Double, byPosition fraction: Double) -> Double {
        guard fraction != 0 else { return value }
        switch taper {
        case .linear: return value + fraction * range.span
        case .log:
            let position = position(of: value) + fraction
            // An error in the logarithm's last bit must not make the end unreachable.
            if (position - 1).magnitude < 1e-12 { return range.upper }
            if position.magnitude < 1e-12 { return range.lower }
            return ValueScale.tidied(range.lower * exp(position * logarithmicSpan))
        case .square:
            let position = position(of: value) + fraction
            if (position - 1).magnitude < 1e-12 { return range.upper }
            // A position this close to 0 is only the rounding error of turns forth and back.
            if position.magnitude < 1e-15 { return 0 }
            let magnitude = ValueScale.tidied(range.upper * position * position)
            return position < 0 ? -magnitude : magnitude
        }
    }

    /// `value` multiplied by a power of 2, and not clamped. Whole octaves are exact.
    func moved(_ value: Double, byOctaves octaves: Double) -> Double {
        guard octaves != 0 else { return value }
        let whole = octaves.rounded()
        guard (octaves - whole).magnitude < 1e-12 else { return ValueScale.tidied(value * exp2(octaves)) }
        return scalbn(value, Int32(min(max(whole, -4096), 4096)))
    }

    /// The value rounded to 15 digits: `exp` and `log` make the sixteenth inexact, and 80 must not become
    /// 80.00000000000001.
    private static func tidied(_ value: Double) -> Double {
        let scale = pow(10, 14 - log10(value).rounded(.down))
        let tidy = (value * scale).rounded() / scale
        return tidy.isFinite && tidy > 0 ? tidy : value
    }

    /// A value of a linear range, rounded to 15 digits of the range's larger end: 0.29 of the range [0, 100] is 29, and
    /// not 28.999999999999996.
    func tidied(_ value: Double) -> Double {
        guard taper == .linear else { return value }
        let scale = pow(10, 14 - log10(max(range.lower.magnitude, range.upper.magnitude)).rounded(.up))
        let tidy = (value * scale).rounded() / scale
        return tidy.isFinite && scale.isNormal ? tidy : value
    }

    /// The first and the last value of the range, ignoring the grid.
    private static func ends(of range: ValueRange, reach: Double, isInteger: Bool) -> (lower: Double, upper: Double) {
        let lower = range.lower
        let upper = range.upper
        let first = !lower.isFinite ? -reach : range.includesLower ? lower : isInteger ? lower + 1 : lower.nextUp
        let last = !upper.isFinite ? reach : range.includesUpper ? upper : isInteger ? upper - 1 : upper.nextDown
        return (first, max(first, last))
    }
}

/// The result of setting a value.
struct Spot: Equatable, Sendable {
    var number: Double
    /// The index of the grid point, if set values snap to a grid.
    var place: Int64 = 0
    /// The number of turns by which wrapping has changed the value.
    var turns: Int
}

// MARK: Speeds

extension ValueScale {
    /// The detents per revolution that are assumed for fingers, for clients' turns and for drawing, which have no
    /// encoder.
    static let fingerDetents = 24

    /// The fraction of the range that a drag along the whole wheel covers.
    func wheelScale(of speed: Int) -> Double {
        switch speeds[speed].amount {
        case .scale(let scale): scale
        case .perOctave: perTurn(of: speed) * rangeTurns
        case .perDetent, .perTurn:
            range.isFinite && range.span > 0 ? perTurn(of: speed) * rangeTurns / range.span : 1
        }
    }

    /// The length of the range in the unit of `amounts`.
    var turnedSpan: Double { taper == .linear ? range.span : 1 }

    /// The distance that a drag along the whole wheel covers.
    func perWheelLength(of speed: Int) -> Double {
        switch speeds[speed].amount {
        case .scale(let scale): turnedSpan * scale
        case .perDetent, .perTurn, .perOctave: perTurn(of: speed) * rangeTurns
        }
    }

    private static func amount(of speed: Speed, in range: ValueRange, taper: Taper, rangeTurns: Double) -> ExactNumber {
        switch speed.amount {
        case .scale(let scale):
            (taper == .linear ? range.exactSpan : ExactNumber(1)) * ExactNumber(scale) / ExactNumber(rangeTurns)
        case .perDetent(let value), .perTurn(let value): ExactNumber(value)
        case .perOctave(let detents): ExactNumber(log(2) / (log(range.upper / range.lower) * Double(detents)))
        }
    }

    func perTurn(of speed: Int) -> Double {
        let amount = amounts[speed].value
        return speeds[speed].amount.isOfDetents ? amount * Double(ValueScale.fingerDetents) : amount
    }

    /// The change per detent of an encoder with `detents` detents per revolution.
    func perDetent(of speed: Int, detents: Int) -> Double {
        speeds[speed].amount.isOfDetents ? amounts[speed].value : amounts[speed].quotient(by: detents)
    }

    func exactPerDetent(of speed: Int, detents: Int) -> ExactNumber {
        speeds[speed].amount.isOfDetents ? amounts[speed] : amounts[speed] / ExactNumber(detents)
    }

    var logarithmicSpan: Double { log(range.upper / range.lower) }

    /// Rounds to whole steps: at least one, and not more than the largest exact integer.
    static func wholeSteps(_ steps: Double) -> Int64 {
        Int64(max(1, min(steps.rounded(), Double(Fraction.largest))))
    }

    /// The number of steps that a detent of an encoder moves. At a speed with `scale` a detent moves a choice or a
    /// selection by one position.
    func steps(perDetentAt speed: Int, detents: Int) -> Int64 {
        if speeds[speed].movesOneStep { return 1 }
        if isOfPositions, case .scale = speeds[speed].amount { return 1 }
        return steps(perDetentOf: speed, detents: detents)
    }

    /// The number of steps that one detent moves. `detents` is the number of detents per revolution, of an encoder or
    /// as assumed for a finger.
    func steps(perDetentOf speed: Int, detents: Int) -> Int64 {
        ValueScale.wholeSteps(strides[speed].quotient(by: speeds[speed].amount.isOfDetents ? 1 : detents))
    }

    /// The steps per detent as a ratio, for a dial without detents, which counts parts of a step.
    func stride(of speed: Int, detents: Int) -> StepRatio {
        StepRatio(strides[speed], over: speeds[speed].amount.isOfDetents ? 1 : detents)
    }

    /// The factor by which a turn at `rate` is accelerated. Below the rate at which acceleration begins, the factor is
    /// 1. Above that rate it grows up to the factor at which half a revolution covers the range, or up to the largest
    /// factor that the speed allows.
    func acceleration(of speed: Int, detents: Int, detentsPerStep: Int, rate: TurnsPerSecond) -> Double {
        guard case .range(let from, let full, let most) = speeds[speed].acceleration, range.isFinite, rate > from
        else { return 1 }
        let perDetent: Double
        if let grid, taper == .linear {
            perDetent = Double(steps(perDetentAt: speed, detents: detents)) * grid.step
        } else {
            perDetent = self.perDetent(of: speed, detents: detents)
        }
        let perRevolution = perDetent * Double(detents) / Double(detentsPerStep)
        let growth = max(1, 2 * turnedSpan / perRevolution)
        let part = min(max((rate.rate - from.rate) / (full.rate - from.rate), 0), 1)
        return min(pow(growth, part), most)
    }
}

extension NumberSettings {
    /// The position of a value in the range, 0…1, according to the taper; `nil` if the range is not finite.
    public func position(of value: Double) -> Double? {
        guard range.isFinite else { return nil }
        return min(max(ValueScale(self, isInteger: false).position(of: value), 0), 1)
    }

    /// The value at a position in the range, 0…1, according to the taper; `nil` if the range is not finite.
    public func value(atPosition position: Double) -> Double? {
        guard range.isFinite else { return nil }
        return ValueScale(self, isInteger: false).moved(range.lower, byPosition: min(max(position, 0), 1))
    }
}
