import WheelCore

/// Accepts a line's level once it has been stable for an interval.
///
/// The debouncer has no clock. Its owner calls `wake(at:)` at its `deadline`. If the call is late, or an edge comes
/// first, the results and their times are the same.
public struct Debouncer: Equatable, Sendable {
    /// An accepted level, with the time at which it had been stable long enough, and the time since which it is stable.
    public struct Edge: Equatable, Sendable {
        public var level: Bool
        public var time: Instant
        public var since: Instant
    }

    private enum State: Equatable {
        case steady
        /// The line has the other level. It is accepted at `until` unless another edge comes first.
        case settling(since: Instant, until: Instant)
    }

    /// If it is not positive, every edge is accepted at once.
    public let interval: Interval
    /// The last accepted level.
    public private(set) var level: Bool
    private var state = State.steady

    public init(interval: Interval, level: Bool) {
        self.interval = interval
        self.level = level
    }

    /// When `wake(at:)` must be called.
    public var deadline: Instant? {
        switch state {
        case .steady: nil
        case .settling(_, let until): until
        }
    }

    /// An edge of the line. If it repeats the current level, an edge between the two was lost, and the line was not
    /// stable.
    public mutating func edge(level raw: Bool, at time: Instant) -> Edge? {
        let settled = wake(at: time)
        if raw == level {
            state = .steady
        } else if interval > .zero {
            state = .settling(since: time, until: time + interval)
        } else {
            level = raw
            return Edge(level: raw, time: time, since: time)
        }
        return settled
    }

    public mutating func wake(at time: Instant) -> Edge? {
        switch state {
        case .steady: return nil
        case .settling(let since, let until):
            guard time >= until else { return nil }
            state = .steady
            level.toggle()
            return Edge(level: level, time: until, since: since)
        }
    }

    /// The encoder's other contact moves at `time`. A level that has been stable for an eighth of the interval is
    /// accepted then: the contacts move alternately, so this one has settled, however fast the shaft turns. A shorter
    /// level is treated as a disturbance of both lines.
    mutating func otherLineMoves(at time: Instant) {
        guard case .settling(let since, _) = state else { return }
        guard time >= since + Interval(microseconds: interval.microseconds / 8) else { return }
        state = .steady
        level.toggle()
    }

    /// Accepts a level at once, because it was read from the line itself.
    public mutating func reset(to raw: Bool) {
        state = .steady
        level = raw
    }
}
