import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// The loop of a bridge: it passes the daemon's messages to the bridge, calls `work`, and waits. The bridge gets all
/// messages of an iteration before it sends anything, so that a burst of messages is coalesced.
package final class BridgeRunner: LoopRunner {
    private let bridge: any Bridge
    private let daemon: Link
    private let loop: EventLoop
    package private(set) var isEnding = false
    /// The line to log when the daemon has accepted the subscription.
    private var greeting = ""

    /// The maximum number of lines that one call of `listen` reads. A daemon that floods must not keep the peer
    /// waiting.
    private static let linesAtOnce = 256
    private static let subscriptionID = RequestID("subscription")

    package init(_ bridge: any Bridge, _ daemon: Link, _ loop: EventLoop) {
        self.bridge = bridge
        self.daemon = daemon
        self.loop = loop
    }

    package func end() { isEnding = true }

    package func finish(isFollowed: Bool) { bridge.finish(isFollowed: isFollowed) }

    package var legacy: (any BridgeLegacy)? { bridge.legacy }

    package func consume(_ legacy: any BridgeLegacy) { bridge.consume(legacy) }

    package func run() throws(SystemError) {
        while !isEnding {
            _ = listen()
            let wake = try bridge.work(at: MonotonicClock.now, daemon)
            // `listen` calls `daemon.next`, which also sends the bridge's requests. If the daemon has sent more
            // messages, `work` is called again without a wait, but first the loop handles signals and the peer: a
            // daemon that floods must not keep them waiting.
            let hasMore = listen()
            let deadlines = [wake, daemon.deadline].compactMap { $0 }
            do throws(Errno) {
                try loop.iterate(wakeAt: hasMore ? MonotonicClock.now : deadlines.min())
            } catch {
                throw SystemError("wait for", "the daemon and the peer", error)
            }
        }
        // Passes on the daemon's last messages before the end.
        _ = listen()
    }

    private func listen() -> Bool {
        var count = 0
        while count < BridgeRunner.linesAtOnce, let occurrence = daemon.next() {
            count += 1
            handle(occurrence)
        }
        return count > 0
    }

    private func handle(_ occurrence: Link.Occurrence) {
        switch occurrence {
        case .connected(let hello):
            greeting = "connected to wheeld \(hello.version) at \(daemon.socket)"
            daemon.send(.subscribe(bridge.subscription), id: BridgeRunner.subscriptionID)
            bridge.connect(hello)
        case .event(let event): bridge.receive(event)
        case .reply(let reply):
            if reply.id == BridgeRunner.subscriptionID {
                // The subscription begins with this reply, so the line about the connection is logged now.
                guard let refusal = reply.refusal else { return Log.info(greeting) }
                Log.error("the daemon refuses the subscription: \(refusal.message)")
            } else {
                bridge.receive(reply)
            }
        case .disconnected(let error):
            Log.warning("\(error); retrying until the daemon answers")
            bridge.disconnect()
        }
    }
}
