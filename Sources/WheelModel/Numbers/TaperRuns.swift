import Glibc

/// How a logarithmic control with steps is turned: by equal ratios, and by at least one step with each detent.
///
/// The two cannot be had by a sum of turns, since what a detent moves depends on where it begins. So the turns are kept
/// as runs, each at one speed, from the place where it began. Turning back takes the last run back, and then the one
/// before it: the same turns forth and then back lead to the same place.
struct TaperRuns: Sendable {
    struct Key: Equatable, Sendable {
        let speed: Int
        let detents: Int
        let isDetentless: Bool
    }

    private struct Run {
        let key: Key
        let start: Int64
        /// Units of which a detent has 120.
        var units: Int64
    }

    private var runs: [Run] = []
    private var lastDirection: Int64 = 0

    /// More changes of speed than these are not taken back.
    private static let most = 64

    /// Makes room, so that turning allocates nothing.
    mutating func prepare() { runs.reserveCapacity(TaperRuns.most) }

    mutating func forget() {
        runs.removeAll(keepingCapacity: true)
        lastDirection = 0
    }

    /// Forgets what is short of a detent, and with it the way that led there.
    mutating func forgetParts() {
        if let last = runs.last, last.units % TurnSum.unitsPerDetent != 0 { forget() }
    }

    /// The place to which a turn by `units` leads from `place`. `ratio` is the logarithm of what a detent multiplies by.
    mutating func turn(_ units: Int64, by key: Key, ratio: Double, from place: Int64, on track: Grid) -> Int64 {
        // What is short of a detent is dropped on reversal.
        let direction = units.signum()
        if direction == -lastDirection { forgetParts() }
        lastDirection = direction
        if runs.last?.key != key {
            if runs.count == TaperRuns.most { runs.removeFirst() }
            runs.append(Run(key: key, start: place, units: 0))
        }
        let last = runs.count - 1
        let (sum, overflow) = runs[last].units.addingReportingOverflow(units)
        runs[last].units = overflow ? runs[last].units : sum
        let run = runs[last]
        if run.units == 0 { runs.removeLast() }
        let start = track.point(run.start)
        let way = TaperWay(start: start, step: track.step, ratio: ratio, isDetentless: key.isDetentless)
        return run.start + way.steps(for: run.units)
    }
}

/// The way of one run. Below the knee, where equal ratios would be less than a step, each detent is one step.
private struct TaperWay {
    let start: Double
    let step: Double
    let ratio: Double
    /// The value from which on a detent's ratio is a step or more.
    let knee: Double

    init(start: Double, step: Double, ratio: Double, isDetentless: Bool) {
        self.start = start
        self.step = step
        self.ratio = ratio
        knee = isDetentless ? 0 : step / ratio
    }

    /// The whole steps that so many units lead away from the start. Whole detents go to the nearest step; units between
    /// them collect until a step is full.
    func steps(for units: Int64) -> Int64 {
        let far = way(of: Double(units) / Double(TurnSum.unitsPerDetent))
        if knee == 0 { return Int64(full(far)) }
        let (detents, rest) = units.quotientAndRemainder(dividingBy: TurnSum.unitsPerDetent)
        let whole = way(of: Double(detents))
        let steps = Int64(whole.rounded())
        guard rest != 0 else { return steps }
        let part = Int64(full(far - whole))
        let next = Int64(way(of: Double(detents + rest.signum())).rounded())
        return rest > 0 ? min(steps + part, next) : max(steps + part, next)
    }

    /// How many steps `detents` lead away from the start, not yet whole ones.
    private func way(of detents: Double) -> Double {
        let isAbove = start > knee
        let end = (isAbove ? log(start / knee) / ratio : (start - knee) / step) + detents
        let way: Double
        if knee == 0 || (isAbove && end > 0) {
            way = start * expm1(detents * ratio) / step
        } else if !isAbove, end <= 0 {
            way = detents
        } else {
            way = ((end > 0 ? knee * exp(end * ratio) : knee + end * step) - start) / step
        }
        // An exponential soon leads beyond all numbers.
        return min(max(way, -Double(Fraction.largest)), Double(Fraction.largest))
    }

    /// What lies so near a whole step is one.
    private func full(_ steps: Double) -> Double {
        let nearest = steps.rounded()
        return (steps - nearest).magnitude < 1e-9 ? nearest : steps.rounded(.towardZero)
    }
}
