import LinuxSystem
import WheelCore
import WheelWire

/// A bridge with a core. It gives the core everything that the daemon sends.
package protocol CoreBridge: Bridge {
    associatedtype Core: BridgeCore

    var core: Core { get set }
    var complaints: Complaints { get set }
}

extension CoreBridge {
    package var subscription: Subscription {
        // The subscription has no interval. With one the daemon would hold values back. The value that a request has set could
        // then come after the reply to this request, and would look like the value of another client. The mirror merges values.
        // The subscription has `missed`, because a release may be among the missed events.
        Subscription(events: [.value, .commit, .press, .controls, .missed])
    }

    package func connect(_ hello: Hello) {
        core.connect(hello.listing, client: hello.client)
        report()
    }

    package func receive(_ event: Event) {
        core.receive(event)
        if case .controls = event.content { report() }
    }

    package func receive(_ reply: Reply) {
        if let refused = core.receive(reply, at: MonotonicClock.now) { complaints.add(refused) }
    }

    package func disconnect() { core.disconnect() }

    private func report() {
        for text in core.missing { complaints.add(text, text) }
    }
}
