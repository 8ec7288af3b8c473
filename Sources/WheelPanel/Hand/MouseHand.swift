import WheelCore

/// The button of the mouse as a finger on the view, with a dead man's switch.
///
/// The daemon lifts the finger of a client that is silent for a second, so that a control does not continue to move
/// after the client's connection broke. But the panel's connection to the daemon stays intact if the connection to its
/// terminal breaks: sshd keeps such a terminal open for minutes. So while the button is down, the panel sends something
/// to the daemon every 50 ms, but only as long as the terminal proves that it is still connected: by a mouse report, or
/// by the answer to a query that is sent every 250 ms. After a second without proof the finger is lifted, and the
/// button has no effect until it is pressed again.
struct MouseHand {
    enum Step: Equatable {
        case touch([FedContact])
        /// Shows the daemon that the client is still connected.
        case ping
        /// Queries the terminal, whose answer proves that it is still connected.
        case query
    }

    private struct Finger {
        var contact: FedContact
        var pingAt: Instant
        var queryAt: Instant
        var provenAt: Instant
    }

    /// The number of the last press. Each press gets a new number.
    private var number = 0
    private var finger: Finger?

    static let silence = (ping: Interval.milliseconds(50), query: Interval.milliseconds(250), most: Interval.seconds(1))

    var isDown: Bool { finger != nil }

    mutating func press(at place: Point, _ now: Instant) -> [Step] {
        number = number % 1_000_000 + 1
        finger = Finger(
            contact: FedContact(id: number, position: place), pingAt: now + MouseHand.silence.ping,
            queryAt: now + MouseHand.silence.query, provenAt: now)
        return touch
    }

    mutating func drag(to place: Point, _ now: Instant) -> [Step] {
        guard finger != nil else { return [] }
        finger?.contact.position = place
        finger?.pingAt = now + MouseHand.silence.ping
        finger?.provenAt = now
        return touch
    }

    /// Lifts the finger, because the button was released or may have been released unnoticed.
    mutating func lift() -> [Step] {
        guard finger != nil else { return [] }
        finger = nil
        return [.touch([])]
    }

    /// Forgets the finger, because the connection that it belonged to was lost.
    mutating func reset() { finger = nil }

    mutating func prove(_ now: Instant) { finger?.provenAt = now }

    private var touch: [Step] { finger.map { [.touch([$0.contact])] } ?? [] }

    /// When `wake` must be called; `nil` without a finger.
    var deadline: Instant? {
        finger.map { min($0.pingAt, $0.queryAt, $0.provenAt + MouseHand.silence.most) }
    }

    mutating func wake(at now: Instant) -> [Step] {
        guard var held = finger else { return [] }
        guard now - held.provenAt < MouseHand.silence.most else { return lift() }
        var steps: [Step] = []
        if held.pingAt <= now {
            held.pingAt = now + MouseHand.silence.ping
            steps.append(.ping)
        }
        if held.queryAt <= now {
            held.queryAt = now + MouseHand.silence.query
            steps.append(.query)
        }
        finger = held
        return steps
    }
}
