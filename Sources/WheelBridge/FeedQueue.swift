import LinuxSystem
import WheelCore

/// The queue of the events that a bridge feeds into one input of the daemon. While a request waits for its reply, turns
/// are coalesced: three turns by one detent are sent as one turn by three. Turns before and after a press stay
/// separate.
package struct FeedQueue {
    package let input: String
    private var events: [FedEvent] = []
    private var isAsking = false
    /// Whether the input must be claimed, so that it is attached before its first event.
    private var needsClaim = false
    /// The buttons that are down and must be released.
    private var down: Set<String?> = []
    /// The fraction of a unit that has not been fed yet.
    private var rest = 0.0

    private static let mostUnits = 120 * 1000

    package init(_ input: String) { self.input = input }

    package mutating func turn(detents: Double, at now: Instant) {
        let exact = rest + detents * Double(FedEvent.unitsPerDetent)
        guard !exact.isNaN else { return }
        let most = Double(FeedQueue.mostUnits)
        let units = min(max(exact, -most), most).rounded(.towardZero)
        // A peer may send any number. A number beyond the limit is clamped, and its excess is dropped.
        rest = exact.magnitude < most ? exact - units : 0
        guard units != 0 else { return }
        if let last = events.last, case .turn(let before) = last.action {
            let sum = min(max(before + Int(units), -FeedQueue.mostUnits), FeedQueue.mostUnits)
            events[events.count - 1] = FedEvent(.turn(units: sum), seconds: now.inSeconds)
        } else if events.count < FedEvent.mostEvents {
            events.append(FedEvent(.turn(units: Int(units)), seconds: now.inSeconds))
        }
    }

    package mutating func press(_ button: String?, isDown: Bool, at now: Instant) {
        guard isDown != down.contains(button) else { return }
        if isDown { down.insert(button) } else { down.remove(button) }
        let event = FedEvent(.button(button, isDown: isDown), seconds: now.inSeconds)
        guard events.count >= FedEvent.mostEvents else { return events.append(event) }
        // The queue is full. The last event of each button must arrive, so another event is left out.
        events.append(event)
        events.remove(at: events.indices.first { isReplaced($0) } ?? 0)
    }

    /// Whether an event may be left out: it is a turn, or a later event is about the same button.
    private func isReplaced(_ index: Int) -> Bool {
        guard case .button(let button, _) = events[index].action else { return true }
        return events[(index + 1)...].contains { if case .button(button, _) = $0.action { true } else { false } }
    }

    package mutating func releaseAll(at now: Instant) {
        for button in down { press(button, isDown: false, at: now) }
    }

    package mutating func claim() { needsClaim = true }

    package mutating func disconnect() {
        events = []
        down = []
        rest = 0
        isAsking = false
    }

    package mutating func nextRequest() -> Request? {
        guard !isAsking, needsClaim || !events.isEmpty else { return nil }
        isAsking = true
        defer {
            events = []
            needsClaim = false
        }
        // The first feed claims the input, so it is sent even if there are no events.
        return events.isEmpty ? .feed(input) : .feed(input, events)
    }

    package mutating func answered() { isAsking = false }
}

extension Instant {
    fileprivate var inSeconds: Double { Double(microseconds) / 1_000_000 }
}
