import WheelCore

/// Accepts a line's level once it has been stable for an interval.
///
/// With an interval of 5 ms, a contact that closes at 0 ms, opens at 1 ms and closes at 2 ms is accepted as closed at 7 ms, since
/// 2 ms.
///
/// The debouncer has no clock. Its owner calls `wake(at:)` at its `deadline`. If the call is late, or an edge is first, the
/// results and their times are the same.
public struct Debouncer: Equatable, Sendable {
    /// An accepted level, the time at which it was accepted, and the time since which it is stable.
    public struct Edge: Equatable, Sendable {
        public var level: Bool
        public var time: Instant
        public var since: Instant
    }

    private enum State: Equatable {
        case steady
        /// The line has the other level, which is accepted at `until`.
        case settling(since: Instant, until: Instant)
    }

    /// If it is zero, every edge is accepted at once.
    public let interval: Interval
    /// The last accepted level.
    public private(set) var level: Bool
    private var state = State.steady

    public init(interval: Interval, level: Bool) {
        self.interval = interval
        self.level = level
    }

    public var deadline: Instant? {
        switch state {
        case .steady: nil
        case .settling(_, let until): until
        }
    }

    /// An edge of the line. If it repeats the accepted level, the line was not stable, or an edge was lost.
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

    /// The encoder's other contact moves. A level that has been stable for an eighth of the interval is accepted then: the
    /// contacts move alternately, so this one has settled, however fast the shaft turns. A shorter level is taken for a
    /// disturbance of both lines.
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
