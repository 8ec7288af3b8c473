import WheelCore

/// Accepts the level of a line once the level has been stable for an interval.
///
/// For example, a contact closes at 0 ms, opens at 1 ms and closes at 2 ms. With an interval of 5 ms the closed level
/// is accepted at 7 ms, and its `since` is 2 ms.
///
/// The debouncer has no clock. The debouncer's owner calls `wake(at:)` at `deadline`. If the call is late or an edge
/// arrives before it, the results and their times are the same as after a call in time.
public struct Debouncer: Equatable, Sendable {
    /// An accepted level, the time at which it was accepted, and the time at which the level began.
    public struct Edge: Equatable, Sendable {
        public var level: Bool
        public var time: Instant
        public var since: Instant
    }

    private enum State: Equatable {
        case steady
        /// The line has changed its level. The new level is accepted at `until`.
        case settling(since: Instant, until: Instant)
    }

    /// The time for which a level must be stable. Zero accepts every edge at once.
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

    /// Receives an edge of the line. An edge back to the accepted level ends the wait: the line was not stable, or an
    /// edge was lost.
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

    /// Called when the encoder's other contact changes. If the level of this line has been stable for an eighth of the
    /// interval, it is accepted now: the contacts change alternately, so this contact has settled, however fast the
    /// shaft turns. A level that has been stable for less time is not accepted now: a disturbance may have changed both
    /// lines.
    mutating func otherLineMoves(at time: Instant) {
        guard case .settling(let since, _) = state else { return }
        guard time >= since + Interval(microseconds: interval.microseconds / 8) else { return }
        state = .steady
        level.toggle()
    }

    /// Accepts a level at once, because the level was read from the line itself.
    public mutating func reset(to raw: Bool) {
        state = .steady
        level = raw
    }
}
