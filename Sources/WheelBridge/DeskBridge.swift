import LinuxSystem
import WheelGeometry
import WheelProtocol
import WheelSettings

/// All behaviour of a bridge, without a socket and without a clock.
package protocol BridgeDesk {
    /// One sentence for each control that cannot be passed on, for the log.
    var missing: [String] { get }

    mutating func connect(_ listing: Listing, client: Int)
    mutating func receive(_ event: Event)
    /// Returns the request that the daemon has refused, if that should be logged.
    mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest?
    mutating func disconnect()
}

/// A bridge with a desk. It gives the desk everything that the daemon sends.
package protocol DeskBridge: Bridge {
    associatedtype Desk: BridgeDesk

    var desk: Desk { get set }
    var complaints: Complaints<String> { get set }
}

extension DeskBridge {
    package var subscription: Subscription {
        // The subscription has no interval. With one the daemon would hold values back. The value that a request has set could
        // then come after the reply to this request, and would look like the value of another client. The mirror merges values.
        // The subscription has `missed`, because a release may be among the missed events.
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
