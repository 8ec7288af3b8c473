import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// The second connection with the daemon, only for commits. This connection is opened after the first one. If the
/// daemon disconnects, only the first connection reports it.
final class CommitReader {
    private let loop: EventLoop
    private var link: Link?

    init(_ loop: EventLoop) { self.loop = loop }

    /// Connects at once: commits that happen before the connection exists are not received.
    func begin(at socket: String) { link = Link(socket: socket, loop: loop) }

    /// Reads a limited number of messages, so that a flood of commits does not delay the broker's messages. Returns
    /// whether there may be more.
    func read(_ consume: (Event) -> Void) -> Bool {
        for _ in 0..<256 {
            switch link?.next() {
            // Until the daemon has handled the subscription, it sends all events. `consume` ignores the events to which
            // this connection does not subscribe.
            case .connected: link?.send(.subscribe(Subscription(events: [.commit, .missed])), id: nil)
            case .event(let event): consume(event)
            case .disconnected(.refused(let error)):
                Log.warning("commits are not published: the daemon refuses a connection for them: \(error.message)")
            case .reply, .disconnected: break
            case nil: return false
            }
        }
        return true
    }

    /// Reads the messages that the daemon has already sent, and closes the connection.
    func end(_ consume: (Event) -> Void) {
        while read(consume) {}
        link = nil
    }

    var deadline: Instant? { link?.deadline }
}
