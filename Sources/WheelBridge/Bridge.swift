import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// What a bridge does with the daemon's values. All calls are on the loop's thread.
package protocol Bridge: Replaceable {
    var subscription: Subscription { get }

    /// The daemon is there, for the first time or again.
    func connect(_ hello: Hello)
    func receive(_ event: Event)
    func receive(_ reply: Reply)
    func disconnect()

    /// Called after everything that was received in an iteration. It sends what is due to the daemon and to the peer, and
    /// returns when it must be called again although nothing happens. Throws if the peer's side cannot go on.
    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant?
}

/// What is replaced when the program gets another configuration.
package protocol Replaceable: AnyObject {
    /// The program ends, or another one follows.
    func finish(isFollowed: Bool)
    /// What this one leaves to the one that follows.
    var legacy: (any BridgeLegacy)? { get }
    func consume(_ legacy: any BridgeLegacy)
}

/// What must not be lost when a bridge gets another configuration.
package protocol BridgeLegacy {
    /// What the log says if no other bridge can follow; `nil` if there is nothing.
    var loss: String? { get }
}

extension Replaceable {
    package func finish(isFollowed: Bool) {}
    package var legacy: (any BridgeLegacy)? { nil }
    package func consume(_ legacy: any BridgeLegacy) {}
}

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
