import WheelCore

/// The time of the current operation on the instrument, and the changes that it has caused so far, in order.
///
/// The changes are in steps, so that a client can apply together what belongs together. A step is all that one cause has changed:
/// a request, a gesture of a button with its action, an event of a device, or one thing that was due. For example, a preset that
/// sets three controls is one step: three values, three commits, and `preset` itself. All but the last have `hasMore`.
///
/// The caller reuses one value and empties it with `removeAll()` after each operation, so that a change allocates nothing.
public struct Changes: Sendable {
    /// The timestamp of the next changes.
    package internal(set) var time = Instant(microseconds: 0)
    public private(set) var list: [Change] = []
    /// The position sets of the changes, one after another.
    private var store: [UInt64] = []
    /// Whether the next change belongs to the step of the last one.
    private var isInStep = false
    /// Whether the commands of an action are performed now. Together they are one step.
    private var isInAction = false

    public init() {
        list.reserveCapacity(256)
        store.reserveCapacity(64)
    }

    public var isEmpty: Bool { list.isEmpty }

    /// Empties the list and keeps its capacity.
    public mutating func removeAll() {
        // The list is short: to remove elements one by one is faster than `removeSubrange`, which closes a gap.
        while !list.isEmpty { list.removeLast() }
        if !store.isEmpty { store.removeAll(keepingCapacity: true) }
        isInStep = false
    }

    /// Calls `body` with each position of a selection, in ascending order.
    public func forEachPosition(in positions: StoredPositions, _ body: (Int) -> Void) {
        store.withUnsafeBufferPointer { words in
            let range = positions.firstWord..<positions.firstWord + positions.wordCount
            PositionSet.forEach(in: UnsafeBufferPointer(rebasing: words[range]), body)
        }
    }

    /// The next change begins a step.
    package mutating func beginStep() {
        if !isInAction { isInStep = false }
    }

    mutating func beginAction() { isInAction = true }
    mutating func endAction() { isInAction = false }

    mutating func append(_ event: Change.Event) {
        if isInStep { list[list.count - 1].hasMore = true }
        isInStep = true
        list.append(Change(time: time, event: event))
    }

    mutating func keep(_ positions: PositionSet) -> StoredPositions {
        let first = store.count
        store.append(contentsOf: positions.words)
        return StoredPositions(firstWord: first, wordCount: positions.words.count)
    }
}
