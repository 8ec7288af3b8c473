import WheelCore

/// Decodes the edges of an encoder's two lines into units. A detent has 120 units.
///
/// A level is `true` if the contact is closed, whatever the voltage. The caller inverts a line with a pull-up, which is
/// low while the contact is closed.
///
///     4 transitions to a detent, at rest both contacts are open
///     A closes, B closes, A opens, B opens                        +120 at the last edge
///     A closes, A opens, A closes, B closes, A opens, B opens     +120: bounce adds and subtracts the same transition
///     B closes, [A closes is lost], B opens, A opens              0: the detent is lost, and the next one is counted
///
/// If the encoder has detents, transitions are summed from one rest to the next, and at each rest the sum is returned
/// as whole detents. A reversal between two detents subtracts the transitions that were added before. The error of a
/// lost edge is dropped at the next rest. So a lost edge costs at most four transitions, and never shifts a later
/// detent. A rest is recognised by the levels and never by time: the shaft may be held between two detents for any
/// time.
///
/// If an encoder may rest at any levels, a detent is counted by the distance from the last detent. Such an encoder has
/// no rest that corrects the error of a lost edge.
public struct QuadratureDecoder: Equatable, Sendable {
    /// 120, as in the kernel's high-resolution wheel events.
    public static let unitsPerDetent = Int(TurnSum.unitsPerDetent)

    private enum Progress: Equatable {
        /// The decoder has started between two detents. The first detent is incomplete, so it is not reported.
        case unaligned
        /// Transitions since the last rest.
        case sinceRest(Int)
        /// Transitions from the end of the last counted detent, for an encoder whose levels do not show a rest.
        case fromDetent(Int)
        /// For a knob without detents: signed transitions since the last multiple of `transitionsPerDetent`.
        case angle(Int)
    }

    public let transitionsPerDetent: Int
    public let rest: EncoderRest
    public let isReversed: Bool

    /// Without debouncing, the levels are taken from the edges, and the two debouncers are unused.
    private let isDebounced: Bool
    private var a: Debouncer
    private var b: Debouncer
    private var levels: QuadratureLevels
    private var progress: Progress
    /// The direction of the last transition, before `isReversed` is applied.
    private var last = QuadratureTransition.none

    /// `a` and `b` are the levels at the start. `transitionsPerDetent` is 4, 2 or 1 for an encoder with detents, and
    /// 1…1024 otherwise. `debounce` is useful for an encoder on which each bounce would be decoded as a turn forth and
    /// back.
    public init(
        transitionsPerDetent: Int = 4, rest: EncoderRest = .open, isDetentless: Bool = false,
        isReversed: Bool = false, debounce: Interval = .zero, a: Bool, b: Bool
    ) {
        precondition(
            isDetentless ? (1...1024).contains(transitionsPerDetent) : [1, 2, 4].contains(transitionsPerDetent),
            "no encoder has \(transitionsPerDetent) transitions per detent")
        self.transitionsPerDetent = transitionsPerDetent
        self.rest = rest
        self.isReversed = isReversed
        isDebounced = debounce > .zero
        self.a = Debouncer(interval: debounce, level: a)
        self.b = Debouncer(interval: debounce, level: b)
        levels = QuadratureLevels(a: a, b: b)
        if isDetentless {
            progress = .angle(0)
        } else if rest == .any || transitionsPerDetent == 1 {
            progress = .fromDetent(0)
        } else {
            progress = .unaligned
            if isAtRest { progress = .sinceRest(0) }
        }
    }

    /// The time of the next `wake(at:)`. Always `nil` without debouncing.
    public var deadline: Instant? {
        guard let deadlineOfA = a.deadline else { return b.deadline }
        return min(deadlineOfA, b.deadline ?? deadlineOfA)
    }

    /// The number of lines whose levels differ from the given levels.
    public func missedEdges(a levelOfA: Bool, b levelOfB: Bool) -> Int {
        switch levels.transition(to: QuadratureLevels(a: levelOfA, b: levelOfB)) {
        case .none: 0
        case .forward, .backward: 1
        case .impossible: 2
        }
    }

    /// Whether this change of a line would be a reversal.
    public func wouldReverse(_ line: QuadratureLine, level: Bool) -> Bool {
        guard deadline == nil else { return false }
        return switch (last, levels.transition(to: levels.with(line, at: level))) {
        case (.forward, .backward), (.backward, .forward): true
        case (.none, _), (.impossible, _), (_, .none), (_, .impossible), (.forward, .forward), (.backward, .backward):
            false
        }
    }

    /// Decodes the change of a line to `level`. Returns the units turned, which are negative for a backward turn.
    public mutating func edge(_ line: QuadratureLine, level: Bool, at time: Instant) -> Int {
        guard isDebounced else { return arrive(at: levels.with(line, at: level)) }
        // The wake-up may be late, so levels that became stable before this edge are accepted first.
        var units = wake(at: time)
        switch line {
        case .a where level != a.level: b.otherLineMoves(at: time)
        case .b where level != b.level: a.otherLineMoves(at: time)
        case .a, .b: break
        }
        units += arrive(at: QuadratureLevels(a: a.level, b: b.level))
        _ = line == .a ? a.edge(level: level, at: time) : b.edge(level: level, at: time)
        return units
    }

    /// Accepts the levels that have become stable by `time`. Returns the units turned.
    public mutating func wake(at time: Instant) -> Int {
        var units = 0
        while let next = deadline, next <= time {
            // Two lines that become stable in the same microsecond change together, because their order is unknown.
            _ = (a.wake(at: next), b.wake(at: next))
            units += arrive(at: QuadratureLevels(a: a.level, b: b.level))
        }
        return units
    }

    /// Continues after lost edges with levels that were read again. Returns the units turned.
    ///
    /// Must be called before the edges after the gap are decoded. If edges after the gap are already queued, pass the
    /// levels before these edges: the level of a line is then the opposite of its first queued edge.
    public mutating func resynchronise(a levelOfA: Bool, b levelOfB: Bool) -> Int {
        a.reset(to: levelOfA)
        b.reset(to: levelOfB)
        return arrive(at: QuadratureLevels(a: levelOfA, b: levelOfB))
    }

    private mutating func arrive(at next: QuadratureLevels) -> Int {
        let transition = levels.transition(to: next)
        levels = next
        switch transition {
        case .none:
            return 0
        case .forward:
            last = transition
            return move(by: isReversed ? -1 : 1)
        case .backward:
            last = transition
            return move(by: isReversed ? 1 : -1)
        case .impossible:
            return move(by: 0)
        }
    }

    private mutating func move(by step: Int) -> Int {
        switch progress {
        case .unaligned:
            if isAtRest { progress = .sinceRest(0) }
            return 0
        case .sinceRest(let transitions):
            return isAtRest ? align(after: transitions + step) : keep(transitions + step)
        case .fromDetent(let transitions):
            return count(at: transitions + step)
        case .angle(let transitions):
            return turn(from: transitions, by: step)
        }
    }

    private mutating func keep(_ transitions: Int) -> Int {
        progress = .sinceRest(transitions)
        return 0
    }

    /// Returns the sum at a rest, rounded to the nearest whole detent: after an impossible transition two transitions
    /// may be missing.
    private mutating func align(after transitions: Int) -> Int {
        progress = .sinceRest(0)
        let detents = (abs(transitions) + transitionsPerDetent / 2) / transitionsPerDetent
        return detents * transitions.signum() * Self.unitsPerDetent
    }

    /// Counts a detent after three quarters of its transitions, because two neighbouring rests may be one transition
    /// closer together than other rests. A turn back subtracts the detent after three quarters of its transitions,
    /// counted from the end of the detent.
    private mutating func count(at transitions: Int) -> Int {
        guard abs(transitions) >= (3 * transitionsPerDetent + 3) / 4 else {
            progress = .fromDetent(transitions)
            return 0
        }
        progress = .fromDetent(transitions - transitions.signum() * transitionsPerDetent)
        return transitions.signum() * Self.unitsPerDetent
    }

    /// Returns the difference of two positions that are both rounded down, so that a turn and the same turn back add up
    /// to 0.
    private mutating func turn(from transitions: Int, by step: Int) -> Int {
        let next = transitions + step
        progress = .angle(next == transitionsPerDetent ? 0 : next < 0 ? next + transitionsPerDetent : next)
        return units(at: next) - units(at: transitions)
    }

    private func units(at transitions: Int) -> Int {
        // The operand is shifted to be positive, since integer division rounds towards zero.
        (transitions + transitionsPerDetent) * Self.unitsPerDetent / transitionsPerDetent - Self.unitsPerDetent
    }

    /// Whether the levels show a rest. With two transitions per detent, the opposite levels are a rest, too.
    private var isAtRest: Bool {
        let isOpposite = transitionsPerDetent == 2
        return switch rest {
        case .open: levels == .released || isOpposite && levels == .closed
        case .closed: levels == .closed || isOpposite && levels == .released
        case .a: levels == .onlyA || isOpposite && levels == .onlyB
        case .b: levels == .onlyB || isOpposite && levels == .onlyA
        case .any: true
        }
    }
}
