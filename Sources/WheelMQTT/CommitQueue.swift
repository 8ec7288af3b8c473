import WheelBridge

/// The commits that the broker has not acknowledged yet, in their order.
///
/// The queue is bounded. When the queue is full, one commit that was not sent is dropped and counted: the oldest
/// reading if there is one, else the oldest commit. Readings are dropped first, because each is soon replaced by the
/// next one, while a value that a hand has set is not repeated.
package struct CommitQueue: BridgeLegacy {
    private struct Entry {
        var message: MQTTMessage
        var isReading: Bool
    }

    private let room: Int
    /// The commits that have not been sent on this connection begin at `start`. A dropped commit leaves an empty place.
    /// The places before `start` are removed later, many at once.
    private var waiting: [Entry?] = []
    private var start = 0
    private var waitingCount = 0
    /// All readings that wait are at or after this place.
    private var firstReading = 0
    /// The commits that were sent and not acknowledged yet.
    private var sent: [(number: Int32, entry: Entry)] = []
    /// The number of dropped commits since the last `consumeDropped`.
    private var dropped = 0

    /// The maximum number of commits that are sent and not acknowledged yet: as many as libmosquitto allows by default.
    static let window = 20

    package init(room: Int) { self.room = room }

    package var count: Int { waitingCount + sent.count }
    package var isEmpty: Bool { count == 0 }

    package var loss: String? {
        isEmpty ? nil : "\(count) commits are lost: no broker has acknowledged them"
    }

    /// Adds a commit. `isReading`: whether the message is about a reading, which no hand moves.
    package mutating func add(_ message: MQTTMessage, isReading: Bool = false) {
        add(Entry(message: message, isReading: isReading))
    }

    /// Adds the unacknowledged commits of the previous bridge.
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
        // Drops the oldest reading or, if none waits, the commit at `start`. Neither place is empty.
        waiting[firstReading < waiting.count ? firstReading : start] = nil
        waitingCount -= 1
        dropped += 1
    }

    /// The next commit to send; `nil` if none waits, or `window` commits are not acknowledged yet.
    package var next: MQTTMessage? {
        sent.count < CommitQueue.window && start < waiting.count ? waiting[start]?.message : nil
    }

    /// Records that the next commit was sent as the message with this number.
    package mutating func recordSent(_ number: Int32) {
        guard let entry = waiting[start] else { return }
        sent.append((number, entry))
        waiting[start] = nil
        waitingCount -= 1
        tidy()
    }

    /// Removes and returns the commit with this number; `nil` if there is none.
    package mutating func acknowledge(_ number: Int32) -> MQTTMessage? {
        guard let index = sent.firstIndex(where: { $0.number == number }) else { return nil }
        return sent.remove(at: index).entry.message
    }

    /// Queues the unacknowledged commits again, because the connection was lost. The broker may get a commit twice, but
    /// no commit is lost.
    package mutating func returnSent() {
        waiting.replaceSubrange(..<start, with: sent.map(\.entry))
        waitingCount += sent.count
        start = 0
        firstReading = 0
        sent = []
    }

    /// The number of dropped commits since the last call.
    package mutating func consumeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }

    /// Moves `start` to the next commit. The places before `start` are removed only when they are more than half of all
    /// places, because each removal copies all other places.
    private mutating func tidy() {
        while start < waiting.count, waiting[start] == nil { start += 1 }
        firstReading = max(firstReading, start)
        guard start > 64, start * 2 > waiting.count else { return }
        waiting.removeFirst(start)
        firstReading -= start
        start = 0
    }
}
