import WheelGeometry

/// What happened, in order: a kept list that the model appends to and the daemon empties.
public struct ChangeList: Sendable {
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

    mutating func append(_ event: Change.Event, at time: Instant) {
        changes.append(Change(time: time, event: event))
    }

    mutating func keep(_ positions: PositionSet) -> StoredPositions {
        let first = store.count
        store.append(contentsOf: positions.words)
        return StoredPositions(firstWord: first, wordCount: positions.words.count)
    }
}
