import LinuxSystem
import WheelCore
import WheelWire

/// A bridge that gives its core everything that the daemon sends.
package protocol CoreBridge: Bridge {
    associatedtype Core: BridgeCore

    var core: Core { get set }
    var complaints: Complaints { get set }
}

extension CoreBridge {
    package var subscription: Subscription {
        // Without an interval: a value that the daemon holds back could follow the reply to the request that has set it, and
        // would look like another client's. The mirror coalesces values. With `missed`, because it may be a release.
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
