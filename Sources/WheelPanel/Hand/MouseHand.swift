import WheelCore

/// The button of the mouse as a finger on the view, with its dead man's switch.
///
/// The daemon lifts the finger of a client that is silent for a second, so that a control does not run on behind a line that was cut. The
/// panel is the client, and the line that may be cut is the one to its terminal: sshd keeps a terminal open for minutes. So while the
/// button is down the panel sends something every 50 ms only as long as its terminal proves itself: by what the mouse reports, or by the
/// answer to a query that is sent every 250 ms. After a second without a proof the finger is lifted, and does nothing more until the
/// button is pressed again.
struct MouseHand {
    enum Step: Equatable {
        case touch([FedContact])
        /// Says that the client is there.
        case ping
        /// Asks the terminal whether it is there.
        case query
    }

    private struct Finger {
        var contact: FedContact
        var pingAt: Instant
        var queryAt: Instant
        var provenAt: Instant
    }

    /// Each press has a number of its own.
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

    /// The button is released, or it is not known whether it is.
    mutating func lift() -> [Step] {
        guard finger != nil else { return [] }
        finger = nil
        return [.touch([])]
    }

    /// The connection is lost, and with it the finger.
    mutating func reset() { finger = nil }

    mutating func prove(_ now: Instant) { finger?.provenAt = now }

    private var touch: [Step] { finger.map { [.touch([$0.contact])] } ?? [] }

    /// When `wake` has something to do.
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
