import WheelCore

/// Checks whether the messages of the subscription arrive: this program subscribes to its own status, and waits for it.
///
/// In a cluster of brokers a node may accept a subscription and drop it again, if another node has just failed. Then
/// requests would never arrive, and nobody would notice. So the status is sent again when the connection to the broker
/// has lasted for the time `pause`. The broker must send the status back within `patience`, and within `pause` after
/// its acknowledgement. If the status does not arrive, although an earlier one has arrived, the subscription is lost.
struct EchoCheck {
    static let pause = Interval.seconds(5)
    /// The maximum time until the status is received. A cluster that chooses a new leader acknowledges nothing for some
    /// seconds.
    static let patience = Interval.seconds(30)

    private enum State {
        case due(at: Instant)
        case awaited(until: Instant)
        case over
    }

    private var state = State.over
    /// Whether this program has ever received its own status. If the broker's access rules do not allow that, a missing
    /// status proves nothing.
    private(set) var isPossible = false

    mutating func begin(at now: Instant) { state = .due(at: now + EchoCheck.pause) }

    mutating func end() { state = .over }

    /// Whether the status must be sent again now.
    mutating func consumeDue(at now: Instant) -> Bool {
        guard case .due(let time) = state, now >= time else { return false }
        state = .awaited(until: now + EchoCheck.patience)
        return true
    }

    mutating func recordAcknowledged(at now: Instant) {
        if case .awaited(let end) = state { state = .awaited(until: min(end, now + EchoCheck.pause)) }
    }

    mutating func receive() {
        isPossible = true
        if case .awaited = state { state = .over }
    }

    /// Whether the status was not received in time. Returns `true` only once.
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
