/// The commits that the broker has not acknowledged yet, in their order.
///
/// It is bounded. When it is full, the oldest commit that was not sent is dropped and counted.
package struct CommitQueue {
    private let room: Int
    /// From `start` on, the commits that have not been sent on this connection. Those before it were sent or dropped, and are
    /// removed later.
    private var waiting: [MQTTMessage] = []
    private var start = 0
    /// Sent, and not acknowledged yet.
    private var sent: [(number: Int32, message: MQTTMessage)] = []
    /// How many were dropped since this was last taken.
    private var dropped = 0

    /// At most this many are sent and not acknowledged. Every broker takes that many.
    static let window = 20

    package init(room: Int) { self.room = room }

    package var count: Int { waiting.count - start + sent.count }
    package var isEmpty: Bool { count == 0 }

    package mutating func add(_ message: MQTTMessage) {
        if count >= room, start < waiting.count {
            start += 1
            dropped += 1
        }
        waiting.append(message)
        shorten()
    }

    /// The next one to send; `nil` if none waits, or enough of them are not acknowledged yet.
    package var next: MQTTMessage? { sent.count < CommitQueue.window && start < waiting.count ? waiting[start] : nil }

    /// The next one was sent with this number.
    package mutating func noteSent(_ number: Int32) {
        sent.append((number, waiting[start]))
        start += 1
        shorten()
    }

    /// Returns the message, if this is the number of one.
    package mutating func acknowledge(_ number: Int32) -> MQTTMessage? {
        guard let index = sent.firstIndex(where: { $0.number == number }) else { return nil }
        return sent.remove(at: index).message
    }

    /// The connection was lost: what was not acknowledged is sent again. The broker may get a commit twice, but none is lost.
    package mutating func returnSent() {
        waiting.replaceSubrange(..<start, with: sent.map(\.message))
        start = 0
        sent = []
    }

    /// How many were dropped since the last call.
    package mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    /// Removes what is before `start`. It waits until that is more than half, because each removal copies the rest.
    private mutating func shorten() {
        guard start > 64, start * 2 > waiting.count else { return }
        waiting.removeFirst(start)
        start = 0
    }
}
