import WheelBridge

/// The commits that the broker has not acknowledged yet, in their order.
///
/// It is bounded. When it is full, the oldest commit that was not sent is dropped and counted: a reading if there is one, because
/// a hand leaves a value only once, and a reading is followed by the next one.
package struct CommitQueue: BridgeLegacy {
    private struct Entry {
        var message: MQTTMessage
        var isReading: Bool
    }

    private let room: Int
    /// From `start` on, the commits that have not been sent on this connection, and empty places of those that were dropped. What
    /// is before `start` is removed later.
    private var waiting: [Entry?] = []
    private var start = 0
    private var waitingCount = 0
    /// No reading waits before this place.
    private var firstReading = 0
    /// Sent, and not acknowledged yet.
    private var sent: [(number: Int32, entry: Entry)] = []
    /// How many were dropped since this was last taken.
    private var dropped = 0

    /// At most this many are sent and not acknowledged. Every broker allows that many.
    static let window = 20

    package init(room: Int) { self.room = room }

    package var count: Int { waitingCount + sent.count }
    package var isEmpty: Bool { count == 0 }

    package var loss: String? {
        isEmpty ? nil : "\(count) commits are lost: no broker has acknowledged them"
    }

    /// `isReading`: it is of a control that no hand moves.
    package mutating func add(_ message: MQTTMessage, isReading: Bool = false) {
        add(Entry(message: message, isReading: isReading))
    }

    /// The commits of the bridge before this one, which the broker has not acknowledged.
    package mutating func add(_ earlier: CommitQueue) {
        for entry in earlier.sent.map(\.entry) + earlier.waiting[earlier.start...].compactMap({ $0 }) { add(entry) }
        dropped += earlier.dropped
    }

    private mutating func add(_ entry: Entry) {
        waiting.append(entry)
        waitingCount += 1
        if count > room, waitingCount > 1 { drop() }
        tidy()
    }

    private mutating func drop() {
        while firstReading < waiting.count, waiting[firstReading]?.isReading != true { firstReading += 1 }
        // The place at `start` is never empty.
        waiting[firstReading < waiting.count ? firstReading : start] = nil
        waitingCount -= 1
        dropped += 1
    }

    /// The next one to send; `nil` if none waits, or enough of them are not acknowledged yet.
    package var next: MQTTMessage? {
        sent.count < CommitQueue.window && start < waiting.count ? waiting[start]?.message : nil
    }

    /// The next one was sent with this number.
    package mutating func recordSent(_ number: Int32) {
        guard let entry = waiting[start] else { return }
        sent.append((number, entry))
        waiting[start] = nil
        waitingCount -= 1
        tidy()
    }

    /// Returns the message, if this is the number of one.
    package mutating func acknowledge(_ number: Int32) -> MQTTMessage? {
        guard let index = sent.firstIndex(where: { $0.number == number }) else { return nil }
        return sent.remove(at: index).entry.message
    }

    /// The connection was lost: what was not acknowledged is sent again. The broker may get a commit twice, but none is lost.
    package mutating func returnSent() {
        waiting.replaceSubrange(..<start, with: sent.map(\.entry))
        waitingCount += sent.count
        start = 0
        firstReading = 0
        sent = []
    }

    /// How many were dropped since the last call.
    package mutating func consumeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    /// Moves `start` to the next commit. Removes what is before it when that is more than half, because each removal copies the rest.
    private mutating func tidy() {
        while start < waiting.count, waiting[start] == nil { start += 1 }
        firstReading = max(firstReading, start)
        guard start > 64, start * 2 > waiting.count else { return }
        waiting.removeFirst(start)
        firstReading -= start
        start = 0
    }
}
