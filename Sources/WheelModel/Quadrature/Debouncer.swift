import WheelGeometry

/// Takes a line's level over once it has been stable for an interval: for bounce that the kernel can't absorb.
///
/// It keeps no time of its own: whoever owns it wakes it at its `deadline`. A wake-up that comes late, or an edge that
/// comes instead of it, changes nothing about what happened and when.
public struct Debouncer: Equatable, Sendable {
    /// A level that has been taken over, at the time at which it had been stable long enough.
    public struct Edge: Equatable, Sendable {
        public var level: Bool
        public var time: Instant
    }

    private enum State: Equatable {
        case steady
        /// The other level is there, and taken over at `until` unless another edge comes first.
        case settling(until: Instant)
    }

    /// Zero or less takes every edge over at once.
    public let interval: Interval
    /// The level that was taken over last.
    public private(set) var level: Bool
    private var state = State.steady

    public init(interval: Interval, level: Bool) {
        self.interval = interval
        self.level = level
    }

    /// When `wake(at:)` is to be called.
    public var deadline: Instant? {
        switch state {
        case .steady: nil
        case .settling(let until): until
        }
    }

    /// The line changed, or repeats the level it had: an edge between the two was lost, and it was not stable.
    public mutating func edge(level raw: Bool, at time: Instant) -> Edge? {
        let settled = wake(at: time)
        if raw == level {
            state = .steady
        } else if interval > .zero {
            state = .settling(until: time + interval)
        } else {
            level = raw
            return Edge(level: raw, time: time)
        }
        return settled
    }

    public mutating func wake(at time: Instant) -> Edge? {
        switch state {
        case .steady: return nil
        case .settling(let until):
            guard time >= until else { return nil }
            state = .steady
            level.toggle()
            return Edge(level: level, time: until)
        }
    }

    /// The encoder's other contact moves at `time`. A level that has been stable for an eighth of the interval by then is
    /// taken over: contacts move in turn, so this one has arrived, however fast the shaft is turned. What is shorter is
    /// taken for a disturbance of both lines.
    mutating func otherLineMoves(at time: Instant) {
        guard case .settling(let until) = state else { return }
        let eighth = Interval(microseconds: interval.microseconds / 8)
        guard time + interval >= until + eighth else { return }
        state = .steady
        level.toggle()
    }

    /// Takes a level over at once, as it was read from the line itself.
    public mutating func reset(to raw: Bool) {
        state = .steady
        level = raw
    }
}
