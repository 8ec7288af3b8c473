import LinuxSystem
import WheelCore
import WheelWire

/// Frames of remote displays. They are sent to the clients that watch, whatever those have subscribed to.
extension Server {
    /// A client that keeps up reads a frame while fewer values than this come.
    static let itemsBehindFrame = 32

    /// Sends a frame to these clients, each for a watch of its own, behind everything that has been published. Each watch
    /// has at most one frame that is not sent: the next one may come after the delegate's `frameWasSent`.
    public func send(
        frame members: [UInt8], of event: EventName = .frame, to watches: [(client: Int, watch: Int)], at time: Instant
    ) {
        var line = LineBuffer(capacity: members.count + 64)
        line.frame(members, of: event, EventStamp(seq: seq, time: time))
        let bytes = line.withUnsafeBytes { Array($0) }
        for (number, watch) in watches {
            guard let client = clients.first(where: { $0.number == number }), !client.isGone else { continue }
            give(batchTo: client)
            client.queue.add(frame: bytes, watch: watch)
        }
    }

    /// Drops the frame of a watch that has ended, unless a part of it has been sent. Returns whether there was one.
    @discardableResult
    public func dropFrame(of watch: Int, client number: Int) -> Bool {
        clients.first { $0.number == number }?.queue.dropFrame(of: watch) ?? false
    }
}
