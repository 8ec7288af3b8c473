import WheelBridge
import WheelCore

/// What became of messages.
package enum OSCSending: Equatable {
    case sent
    /// There was no room for all messages. The first `taken` of them were sent.
    case full(taken: Int, retryAt: Instant)
    /// The destination cannot be reached now. `OSCCore.open` gets the time from which messages are sent again.
    case refused
}

/// One program at the other end: what it has, and what it has to get.
struct OSCPeer {
    var mirror: Mirror
    /// The messages of the panel's buttons, by the numbers of their tables. They wait until the next packet.
    private(set) var presses = PressQueue<Int, OSCMessage>(most: OSCPeer.mostPresses)
    private let interval: Interval
    private var notBefore = Instant.distantPast

    init(_ settings: OSCSettings) {
        // The interval is one of the destination and not of each control, because values of one step must be sent together.
        mirror = Mirror([], interval: .zero)
        interval = settings.interval
    }

    /// Forgets what was sent, because the program does not have it.
    mutating func reset() { mirror.resetPeer() }

    /// At most so many messages of buttons wait for a destination that takes nothing.
    private static let mostPresses = 256

    /// `button` is `nil` if nothing is sent when it goes up. A press while the program cannot be reached would come too late.
    mutating func press(_ button: Int?, _ message: OSCMessage) {
        if notBefore < .distantFuture { presses.press(button, message) }
    }

    mutating func release(_ button: Int, _ message: OSCMessage) { presses.release(button, message) }

    /// The program cannot be reached. It does not get the presses that wait; it gets the releases of those that were sent to it.
    mutating func close() {
        reset()
        presses.leaveOutPresses()
        pause(until: .distantFuture)
    }

    /// The program can be reached from this time on, and gets every value.
    mutating func open(at time: Instant) {
        reset()
        pause(until: time)
    }

    /// Ends the pause, because this program ends and cannot send later.
    mutating func hurry() { pause(until: .distantPast) }

    private mutating func pause(until time: Instant) {
        notBefore = time
        mirror.pause(until: time)
    }

    /// Sends all that is due.
    mutating func send(
        at now: Instant, _ controls: [OSCControl], _ templates: [OSCTemplate], _ positions: [[String]],
        _ send: ([OSCMessage]) -> OSCSending
    ) {
        guard now >= notBefore else { return }
        var messages = presses.messages
        mirror.sendNumbers(at: now) { route, number in
            let arguments = templates[route].arguments(for: number, positions: positions[route])
            messages.append(OSCMessage(controls[route].address, arguments))
            guard case .number(let received) = templates[route].read(arguments, positions: positions[route]) else {
                return number
            }
            return received
        }
        guard !messages.isEmpty else { return }
        switch send(messages) {
        case .sent:
            presses.removeFirst(messages.count)
            pause(until: now + interval)
        case .full(let taken, let time):
            // A press that is sent twice would count as two presses. A value may be sent twice.
            presses.removeFirst(taken)
            reset()
            pause(until: time)
        case .refused: close()
        }
    }

    var deadline: Instant? {
        let times = [mirror.deadline, presses.isEmpty ? nil : notBefore]
        return times.compactMap { $0 }.min()
    }
}
