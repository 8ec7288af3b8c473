import WheelGeometry

/// Turns the edges of an encoder's two lines into units, 120 to a detent.
///
/// Levels are those of the contacts: `true` is closed, whatever voltage that is. A pull-up line is low then, which
/// whoever reads the line has to know.
///
/// With detents, transitions are summed from one rest to the next and told there as whole detents. Bounce adds and
/// takes away the same transition, a reversal halfway takes away what it added, and what a lost edge leaves over is
/// dropped at the next rest: it costs that detent at most, and never shifts a later one. Rest is by the levels alone,
/// never by time: a hand may hold the shaft between two detents for as long as it likes.
public struct QuadratureDecoder: Equatable, Sendable {
    /// The kernel's high-resolution wheel unit.
    public static let unitsPerDetent = 120

    private enum Progress: Equatable {
        /// Started between two detents: how much of the first one is missing nobody knows, so it is not told.
        case unaligned
        /// Transitions since the last rest.
        case sinceRest(Int)
        /// Without detents: transitions since the last multiple of `transitionsPerDetent`, counted downwards too.
        case angle(Int)
    }

    public let transitionsPerDetent: Int
    public let isReversed: Bool

    /// Without a debounce the levels are those of the edges, and the two debouncers have no part in it.
    private let isDebounced: Bool
    private var a: Debouncer
    private var b: Debouncer
    private var levels: QuadratureLevels
    private var progress: Progress

    /// `a` and `b` are the levels as they are at the start. `transitionsPerDetent` is 4, 2 or 1 with detents, 1…1024
    /// without; anything else traps. `debounce` is for lines whose bounce the kernel can't absorb.
    public init(
        transitionsPerDetent: Int = 4, isDetentless: Bool = false, isReversed: Bool = false,
        debounce: Interval = .zero, a: Bool, b: Bool
    ) {
        precondition(
            isDetentless ? (1...1024).contains(transitionsPerDetent) : [1, 2, 4].contains(transitionsPerDetent),
            "no encoder has \(transitionsPerDetent) transitions per detent")
        self.transitionsPerDetent = transitionsPerDetent
        self.isReversed = isReversed
        isDebounced = debounce > .zero
        self.a = Debouncer(interval: debounce, level: a)
        self.b = Debouncer(interval: debounce, level: b)
        levels = QuadratureLevels(a: a, b: b)
        progress = isDetentless ? .angle(0) : .unaligned
        if !isDetentless, isAtRest { progress = .sinceRest(0) }
    }

    /// When `wake(at:)` is to be called; only ever with a debounce.
    public var deadline: Instant? {
        guard let deadlineOfA = a.deadline else { return b.deadline }
        return min(deadlineOfA, b.deadline ?? deadlineOfA)
    }

    /// A line changed to `level`. Returns the units turned, negative backwards.
    public mutating func edge(_ line: QuadratureLine, level: Bool, at time: Instant) -> Int {
        guard isDebounced else { return arrive(at: levels.with(line, at: level)) }
        // Levels that became stable before this edge came first, though nobody woke the decoder for them.
        var units = wake(at: time)
        switch line {
        case .a:
            if level != a.level { b.otherLineMoves(at: time) }
            units += arrive(at: QuadratureLevels(a: a.level, b: b.level))
            _ = a.edge(level: level, at: time)
        case .b:
            if level != b.level { a.otherLineMoves(at: time) }
            units += arrive(at: QuadratureLevels(a: a.level, b: b.level))
            _ = b.edge(level: level, at: time)
        }
        return units
    }

    /// The time of `deadline` has come, or passed. Returns the units turned.
    public mutating func wake(at time: Instant) -> Int {
        var units = 0
        while let next = deadline, next <= time {
            // Lines that become stable in the same microsecond change together: which was first nobody knows.
            _ = (a.wake(at: next), b.wake(at: next))
            units += arrive(at: QuadratureLevels(a: a.level, b: b.level))
        }
        return units
    }

    /// The kernel dropped edges, and the levels were read again. Returns the units turned.
    ///
    /// To be called before the edges that came after the gap. Where such edges are already waiting, the levels at the
    /// gap are those before them: a line's level is then the opposite of its first waiting edge.
    public mutating func resynchronise(a levelOfA: Bool, b levelOfB: Bool) -> Int {
        a.reset(to: levelOfA)
        b.reset(to: levelOfB)
        return arrive(at: QuadratureLevels(a: levelOfA, b: levelOfB))
    }

    private mutating func arrive(at next: QuadratureLevels) -> Int {
        let transition = levels.transition(to: next)
        levels = next
        switch transition {
        case .none: return 0
        case .forward: return move(by: isReversed ? -1 : 1)
        case .backward: return move(by: isReversed ? 1 : -1)
        case .impossible: return move(by: 0)
        }
    }

    private mutating func move(by step: Int) -> Int {
        switch progress {
        case .unaligned:
            if isAtRest { progress = .sinceRest(0) }
            return 0
        case .sinceRest(let transitions):
            return isAtRest ? rest(after: transitions + step) : keep(transitions + step)
        case .angle(let transitions):
            return turn(from: transitions, by: step)
        }
    }

    private mutating func keep(_ transitions: Int) -> Int {
        progress = .sinceRest(transitions)
        return 0
    }

    /// To the nearest whole detent: after an impossible transition two may be missing.
    private mutating func rest(after transitions: Int) -> Int {
        progress = .sinceRest(0)
        let detents = (abs(transitions) + transitionsPerDetent / 2) / transitionsPerDetent
        return detents * transitions.signum() * Self.unitsPerDetent
    }

    /// The units are the difference of two positions, each rounded down by itself, so that forth and back agree.
    private mutating func turn(from transitions: Int, by step: Int) -> Int {
        let next = transitions + step
        progress = .angle(next == transitionsPerDetent ? 0 : next < 0 ? next + transitionsPerDetent : next)
        return units(at: next) - units(at: transitions)
    }

    private func units(at transitions: Int) -> Int {
        // Of the shifted position, since division rounds towards zero.
        (transitions + transitionsPerDetent) * Self.unitsPerDetent / transitionsPerDetent - Self.unitsPerDetent
    }

    /// On a detent: all released; every half detent has a rest of its own, and every quarter.
    private var isAtRest: Bool {
        switch levels {
        case .released: true
        case .closed: transitionsPerDetent <= 2
        case .onlyA, .onlyB: transitionsPerDetent == 1
        }
    }
}
