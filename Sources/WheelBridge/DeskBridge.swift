import LinuxSystem
import WheelGeometry
import WheelProtocol
import WheelSettings

/// All behaviour of a bridge, without a socket and without a clock.
package protocol BridgeDesk {
    /// Sentences about controls that cannot be passed on.
    var missing: [String] { get }

    mutating func connect(_ listing: Listing, client: Int)
    mutating func receive(_ event: Event)
    /// Returns the request that the daemon has refused, if that should be logged.
    mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest?
    mutating func disconnect()
}

/// A bridge whose desk passes controls and presses on. What the daemon says goes to the desk.
package protocol DeskBridge: Bridge {
    associatedtype Desk: BridgeDesk

    var desk: Desk { get set }
    var complaints: Complaints<String> { get set }
}

extension DeskBridge {
    package var subscription: Subscription {
        // Without an interval: a value that the daemon holds back comes behind the reply to the request that has set it, and
        // could not be told from another client's. The mirror merges. With `missed`: a release may be among the missed events.
        Subscription(events: [.value, .commit, .press, .controls, .missed])
    }

    package func connect(_ hello: Hello) {
        desk.connect(hello.listing, client: hello.client)
        report()
    }

    package func receive(_ event: Event) {
        desk.receive(event)
        if case .controls = event.content { report() }
    }

    package func receive(_ reply: Reply) {
        if let refused = desk.receive(reply, at: MonotonicClock.now) { complaints.add(refused) }
    }

    package func disconnect() { desk.disconnect() }

    private func report() {
        for text in desk.missing { complaints.add(text, text) }
    }
}
