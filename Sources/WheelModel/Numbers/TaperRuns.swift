import WheelCore

/// The turns of a number on a grid with a taper that is not linear. Each detent moves along the taper, and by at least
/// one step.
///
/// For example, the step is 1 Hz, and a detent changes the value by 1 %. Below about 100 Hz a detent moves one step,
/// and at 1000 Hz ten steps.
///
/// The value cannot be computed from a sum of turns, because the distance of a detent depends on the value at which the
/// detent begins. So the turns are stored as runs, each with one speed and one starting point. Turning back undoes the
/// last run, then the run before it, so that turning forth and equally far back leads to the same point. Only the last
/// 64 runs are stored, so older runs cannot be undone.
struct TaperRuns: Sendable {
    struct Key: Equatable, Sendable {
        let speed: Int
        let detents: Int
        let isDetentless: Bool
    }

    private struct Run {
        let key: Key
        let start: Int64
        /// The turn, with 120 units per detent.
        var units: Int64
    }

    private var runs: [Run] = []
    private var lastDirection: Int64 = 0

    private static let most = 64

    /// Reserves capacity, so that turning allocates nothing.
    mutating func prepare() { runs.reserveCapacity(TaperRuns.most) }

    mutating func reset() {
        runs.removeAll(keepingCapacity: true)
        lastDirection = 0
    }

    /// Copies the elements. An assignment would share the storage, and the next turn would allocate.
    mutating func copy(_ other: TaperRuns) {
        runs.removeAll(keepingCapacity: true)
        runs.append(contentsOf: other.runs)
        lastDirection = other.lastDirection
    }

    /// Drops all runs if the last run ends within a detent.
    mutating func resetParts() {
        if let last = runs.last, last.units % TurnSum.unitsPerDetent != 0 { reset() }
    }

    /// Returns the grid index to which a turn by `units` leads from `place`.
    mutating func turn(
        _ units: Int64, by key: Key, _ course: TaperCourse, from place: Int64, on track: Grid
    ) -> Int64 {
        // A reversal drops a partial detent.
        let direction = units.signum()
        if direction == -lastDirection { resetParts() }
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
        let way = TaperWay(start: start, step: track.step, course: course, isDetentless: key.isDetentless)
        return run.start + way.steps(for: run.units)
    }
}

/// Computes the distance of one run. Below the knee a detent along the taper would be shorter than a step, so each
/// detent moves exactly one step there. A speed in octaves has another knee for turns down, because a detent down from
/// a value is shorter than a detent up from the same value.
private struct TaperWay {
    let start: Double
    let step: Double
    let course: TaperCourse
    let isDetentless: Bool

    /// The number of whole steps from the start to the place that a turn by `units` reaches. Whole detents are rounded
    /// to the nearest step. The remaining units move full steps, at most to the next whole detent.
    func steps(for units: Int64) -> Int64 {
        let far = way(of: Double(units) / Double(TurnSum.unitsPerDetent))
        if isDetentless { return Int64(full(far)) }
        let (detents, rest) = units.quotientAndRemainder(dividingBy: TurnSum.unitsPerDetent)
        let whole = way(of: Double(detents))
        let steps = Int64(whole.rounded())
        guard rest != 0 else { return steps }
        let part = Int64(full(far - whole))
        let next = Int64(way(of: Double(detents + rest.signum())).rounded())
        return rest > 0 ? min(steps + part, next) : max(steps + part, next)
    }

    /// The number of steps from the start to the place that a turn by `detents` reaches, before rounding.
    private func way(of detents: Double) -> Double {
        let knee = isDetentless ? 0 : course.knee(of: step, up: detents > 0)
        let isAbove = start > knee
        let way: Double
        if knee == 0 {
            way = course.change(of: start, by: detents) / step
        } else {
            let end = (isAbove ? course.detents(from: knee, to: start) : (start - knee) / step) + detents
            if isAbove, end > 0 {
                way = course.change(of: start, by: detents) / step
            } else if !isAbove, end <= 0 {
                way = detents
            } else {
                let value = end > 0 ? knee + course.change(of: knee, by: end) : knee + end * step
                way = (value - start) / step
            }
        }
        // The result of a taper can quickly exceed the exact integers, so the result is clamped.
        return min(max(way, -Double(Fraction.largest)), Double(Fraction.largest))
    }

    /// Rounds towards zero, except that a value very close to an integer becomes that integer.
    private func full(_ steps: Double) -> Double {
        let nearest = steps.rounded()
        return (steps - nearest).magnitude < 1e-9 ? nearest : steps.rounded(.towardZero)
    }
}
