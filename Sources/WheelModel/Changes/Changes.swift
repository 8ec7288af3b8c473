import WheelCore

/// Collects the changes that an operation on the instrument causes, in order, together with the time of the operation.
///
/// The changes form steps, so that a client can apply all changes with the same cause together. A cause is a request, a
/// button's gesture with its action, an event of a device, or a deadline that has passed. For example, a preset that
/// sets three controls is one step: three values, three commits, and `preset` itself. All changes of a step except the
/// last have `hasMore`.
///
/// The caller reuses one `Changes` and empties it with `removeAll()` after each operation, so that appending a change
/// allocates nothing.
public struct Changes: Sendable {
    /// The timestamp of the changes that are appended next.
    package internal(set) var time = Instant(microseconds: 0)
    public private(set) var list: [Change] = []
    /// The position sets of all changes, stored one after another.
    private var store: [UInt64] = []
    /// Whether the next change belongs to the same step as the last change.
    private var isInStep = false
    /// Whether the commands of an action are being performed. All commands of an action form one step.
    private var isInAction = false

    public init() {
        list.reserveCapacity(256)
        store.reserveCapacity(64)
    }

    public var isEmpty: Bool { list.isEmpty }

    /// Removes all changes. The memory is kept for the next changes.
    public mutating func removeAll() {
        // The list is short, and removing its elements one by one is faster than `removeSubrange`, which also moves
        // later elements.
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

    /// Lets the next change begin a new step. All changes of an action are one step, so this has no effect during an
    /// action.
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
