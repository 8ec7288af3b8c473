import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// Connects the daemon with peers: the programs and devices at the bridge's other end. All calls are on the loop's
/// thread.
package protocol Bridge: Replaceable {
    var subscription: Subscription { get }

    /// Called when this program has connected to the daemon, for the first time or again.
    func connect(_ hello: Hello)
    func receive(_ event: Event)
    func receive(_ reply: Reply)
    func disconnect()

    /// Called in each iteration of the loop, after the messages of this iteration were received. Sends everything that
    /// is due, both to the daemon and to the peers. Returns the time at which `work` must be called again even if no
    /// message arrives. Throws if an error on the peers' side ends the bridge.
    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant?
}

/// The part of a program that is replaced when the configuration changes.
package protocol Replaceable: AnyObject {
    /// Called at the end of the program, or before another instance takes over (`isFollowed`).
    func finish(isFollowed: Bool)
    /// The state that this instance hands over to the next one.
    var legacy: (any BridgeLegacy)? { get }
    func consume(_ legacy: any BridgeLegacy)
}

/// State that must not be lost when a bridge gets another configuration.
package protocol BridgeLegacy {
    /// The warning to log if this state is lost because no replacement of the bridge starts; `nil` if nothing would be
    /// lost.
    var loss: String? { get }
}

extension Replaceable {
    package func finish(isFollowed: Bool) {}
    package var legacy: (any BridgeLegacy)? { nil }
    package func consume(_ legacy: any BridgeLegacy) {}
}

/// A bridge that passes all messages of the daemon to its core.
package protocol CoreBridge: Bridge {
    associatedtype Core: BridgeCore

    var core: Core { get set }
    var complaints: Complaints { get set }
}

extension CoreBridge {
    package var subscription: Subscription {
        // If the subscription had an interval, the daemon could send a value after the reply to the request that has
        // set it. The mirror would then take the value for a change by another peer. So the subscription has no
        // interval, and the mirror coalesces values. `missed` is needed because the release of a button may be among
        // the events whose loss it reports.
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
