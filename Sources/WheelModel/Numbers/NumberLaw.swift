import Glibc

/// What a control's number may be and how turns become values: everything that follows from its settings alone.
///
/// It never changes, and is a class so that it is passed along without being copied.
final class NumberLaw: Sendable {
    /// The ends that can be reached: the last grid point inside, or the nearest Double inside an excluded end.
    let lower: Double
    let upper: Double
    let range: ValueRange
    let grid: Grid?
    let snaps: Bool
    let isInteger: Bool
    let taper: Taper
    let wrap: WrapLaw?
    /// Whether there is a `wrap`, which is large to look at.
    let wraps: Bool
    let speeds: [Speed]
    let rangeTurns: Double
    let isDegrees: Bool
    /// What − and + move by: an amount of the value, or of the taper position on a logarithmic control.
    let stepper: Double
    let stepsInPosition: Bool

    /// A number's law.
    convenience init(_ settings: NumberSettings, isInteger: Bool) {
        let range = settings.range
        let step = settings.step ?? (isInteger ? 1 : nil)
        // Whole numbers count from 0, since from a lower end of -2^53 the places up to 2^53 would be no exact doubles.
        let countsFromZero = !range.lower.isFinite || isInteger && step == 1 && !settings.wraps
        let grid = step.map { Grid(origin: countsFromZero ? 0 : range.lower, step: $0) }
        self.init(
            range: range, grid: grid, snaps: settings.snaps, isInteger: isInteger, taper: settings.taper,
            wraps: settings.wraps, speeds: settings.speeds, rangeTurns: settings.rangeTurns,
            stepper: settings.stepper, isDegrees: settings.unit == "°")
    }

    /// The law of a choice's position or a selection's cursor.
    convenience init(positions count: Int, speeds: [Speed]) {
        self.init(
            range: ValueRange(0, Double(count - 1)), grid: Grid(origin: 0, step: 1), snaps: true, isInteger: true,
            taper: .linear, wraps: false, speeds: speeds, rangeTurns: 1, stepper: 1, isDegrees: false)
    }

    private init(
        range: ValueRange, grid: Grid?, snaps: Bool, isInteger: Bool, taper: Taper, wraps: Bool, speeds: [Speed],
        rangeTurns: Double, stepper: Double?, isDegrees: Bool
    ) {
        self.range = range
        self.grid = grid
        self.snaps = snaps
        self.isInteger = isInteger
        self.taper = taper
        self.speeds = speeds
        self.rangeTurns = rangeTurns
        self.isDegrees = isDegrees
        let limit = isInteger ? Double(Fraction.largest) : Double.greatestFiniteMagnitude
        // Where sets keep off the grid, the range's own ends can be reached.
        let ends = snaps ? grid : nil
        lower = NumberLaw.lowerEnd(of: range, grid: ends, limit: limit)
        upper = max(lower, NumberLaw.upperEnd(of: range, grid: ends, limit: limit))
        wrap = wraps && range.isFinite ? WrapLaw(range: range, grid: grid, top: upper) : nil
        self.wraps = wrap != nil
        stepsInPosition = stepper == nil && !isDegrees && grid == nil && taper == .log
        if let stepper {
            self.stepper = stepper
        } else if isDegrees {
            self.stepper = 5
        } else if let grid {
            self.stepper = grid.step
        } else if stepsInPosition {
            self.stepper = 0.01
        } else if range.isFinite {
            self.stepper = range.span / 100
        } else {
            self.stepper = speeds.first.map { NumberLaw.perTurn($0, rangeTurns: rangeTurns, span: 0) / 24 } ?? 1
        }
    }

    /// Where `value` comes to lie when it is set: inside, and on the grid where there is one that it snaps to.
    func settled(_ value: Double) -> Double {
        let inside = min(max(value, lower), upper)
        guard let grid, snaps else { return inside }
        return min(max(grid.nearest(to: inside), lower), upper)
    }

    /// Where in the range `value` lies, 0…1 from end to end in the control's taper.
    func position(of value: Double) -> Double {
        switch taper {
        case .linear: range.span > 0 ? (value - range.lower) / range.span : 0
        case .log: log(value / range.lower) / log(range.upper / range.lower)
        }
    }

    /// `value` moved by a fraction of the range in the control's taper, unclamped.
    func moved(_ value: Double, byPosition fraction: Double) -> Double {
        guard fraction != 0 else { return value }
        switch taper {
        case .linear: return value + fraction * range.span
        case .log:
            let position = position(of: value) + fraction
            // The logarithm's last bit must not keep a knob from its end.
            if (position - 1).magnitude < 1e-12 { return range.upper }
            if position.magnitude < 1e-12 { return range.lower }
            return NumberLaw.tidied(range.lower * exp(position * log(range.upper / range.lower)))
        }
    }

    /// The value with 15 digits: exponentials and logarithms spoil the sixteenth, and 80 shall not be 80.00000000000001.
    private static func tidied(_ value: Double) -> Double {
        let scale = pow(10, 14 - log10(value).rounded(.down))
        let tidy = (value * scale).rounded() / scale
        return tidy.isFinite && tidy > 0 ? tidy : value
    }

    private static func lowerEnd(of range: ValueRange, grid: Grid?, limit: Double) -> Double {
        guard range.lower.isFinite else { return -limit }
        guard let grid else { return range.includesLower ? range.lower : range.lower.nextUp }
        var first = grid.index(nearest: range.lower)
        while grid.point(first) < range.lower || (grid.point(first) == range.lower && !range.includesLower) {
            first += 1
        }
        return grid.point(first)
    }

    private static func upperEnd(of range: ValueRange, grid: Grid?, limit: Double) -> Double {
        guard range.upper.isFinite else { return limit }
        guard let grid else { return range.includesUpper ? range.upper : range.upper.nextDown }
        var last = grid.index(nearest: range.upper)
        while grid.point(last) > range.upper || (grid.point(last) == range.upper && !range.includesUpper) { last -= 1 }
        return grid.point(last)
    }
}
