import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// What a bridge does with the daemon's values. All calls are on the loop's thread.
package protocol Bridge: AnyObject {
    var subscription: Subscription { get }

    /// The daemon is there, for the first time or again.
    func connect(_ hello: Hello)
    func receive(_ event: Event)
    func receive(_ reply: Reply)
    func disconnect()

    /// Called after everything that was received in an iteration. It sends what is due to the daemon and to the peer, and
    /// returns when it must be called again although nothing happens. Throws if the peer's side cannot go on.
    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant?

    /// The program ends; or it has another configuration now, and another bridge follows.
    func end(isFollowed: Bool)

    /// What this bridge leaves to the one that follows it.
    var legacy: (any BridgeLegacy)? { get }
    func consume(_ legacy: any BridgeLegacy)
}

/// What must not be lost when a bridge gets another configuration.
package protocol BridgeLegacy {
    /// What the log says if no other bridge can follow; `nil` if there is nothing.
    var loss: String? { get }
}

extension Bridge {
    package var legacy: (any BridgeLegacy)? { nil }
    package func consume(_ legacy: any BridgeLegacy) {}
}
