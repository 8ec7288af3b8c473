import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// The connection with the daemon for commits. It is opened once the other connection is there, and only that one reports a lost daemon.
final class CommitReader {
    private let loop: EventLoop
    private var link: Link?

    init(_ loop: EventLoop) { self.loop = loop }

    /// The connection is made at once: a commit before it is lost.
    func begin(at socket: String) { link = Link(socket: socket, loop: loop) }

    /// Returns whether there may be more: a flood of commits must not delay the broker's messages.
    func read(_ consume: (Event) -> Void) -> Bool {
        for _ in 0..<256 {
            switch link?.next() {
            // Before the subscription there are all events, and `consume` leaves out all but commits.
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

    /// The daemon is disconnected. What it has sent before is read.
    func end(_ consume: (Event) -> Void) {
        while read(consume) {}
        link = nil
    }

    var deadline: Instant? { link?.deadline }
}
