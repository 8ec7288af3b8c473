import WheelCore

/// Finds out whether messages of the subscription arrive. This program subscribes to its own status, and waits for it.
///
/// A node of a cluster may accept a subscription and drop it while it clears up after another node. Then requests would never
/// arrive, and nobody would know.
struct EchoCheck {
    /// The status is sent again so long after the connection was made. When the broker has acknowledged it, it must come back
    /// within the same time.
    static let pause = Interval.seconds(5)
    /// The broker must acknowledge the status within this time. A cluster that chooses a new leader needs some seconds.
    static let patience = Interval.seconds(30)

    private enum State {
        case due(at: Instant)
        case awaited(until: Instant)
        case over
    }

    private var state = State.over
    /// Whether this program has ever received its own status. The broker's rights may not allow that. Then silence means
    /// nothing.
    private(set) var isPossible = false

    mutating func begin(at now: Instant) { state = .due(at: now + EchoCheck.pause) }

    mutating func end() { state = .over }

    /// Whether the status must be sent again now.
    mutating func consumeDue(at now: Instant) -> Bool {
        guard case .due(let time) = state, now >= time else { return false }
        state = .awaited(until: now + EchoCheck.patience)
        return true
    }

    /// The broker has acknowledged the status.
    mutating func recordAcknowledged(at now: Instant) {
        if case .awaited(let end) = state { state = .awaited(until: min(end, now + EchoCheck.pause)) }
    }

    mutating func receive() {
        isPossible = true
        if case .awaited = state { state = .over }
    }

    /// Whether the status has not come back in time. Returns `true` only once.
    mutating func consumeSilence(at now: Instant) -> Bool {
        guard case .awaited(let end) = state, now >= end else { return false }
        state = .over
        return true
    }

    var deadline: Instant? {
        switch state {
        case .due(let time), .awaited(let time): time
        case .over: nil
        }
    }
}
