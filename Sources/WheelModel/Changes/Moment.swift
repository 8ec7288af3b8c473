import WheelGeometry

/// The time of what is being done to the panel, and the changes that have followed so far, in order.
///
/// The caller keeps one and empties it with `removeAll()`, so that a change allocates nothing.
public struct Moment: Sendable {
    /// The time that the next changes carry.
    var time = Instant(microseconds: 0)
    public private(set) var changes: [Change] = []
    /// The sets of positions that the changes speak of, one after another.
    private var store: [UInt64] = []

    public init() {
        changes.reserveCapacity(256)
        store.reserveCapacity(64)
    }

    public var isEmpty: Bool { changes.isEmpty }

    /// Empties the list and keeps its memory.
    public mutating func removeAll() {
        // Few as they are, one by one takes less than to close the gap that a range of them would leave.
        while !changes.isEmpty { changes.removeLast() }
        if !store.isEmpty { store.removeAll(keepingCapacity: true) }
    }

    /// The positions of a selection's reading, in their order.
    public func forEachPosition(in positions: StoredPositions, _ body: (Int) -> Void) {
        store.withUnsafeBufferPointer { words in
            let range = positions.firstWord..<positions.firstWord + positions.wordCount
            PositionSet.forEach(in: UnsafeBufferPointer(rebasing: words[range]), body)
        }
    }

    mutating func append(_ event: Change.Event) {
        changes.append(Change(time: time, event: event))
    }

    mutating func keep(_ positions: PositionSet) -> StoredPositions {
        let first = store.count
        store.append(contentsOf: positions.words)
        return StoredPositions(firstWord: first, wordCount: positions.words.count)
    }
}
