/// The chosen positions of a selection, with one bit for each position, so that a toggle allocates nothing.
public struct PositionSet: Equatable, Sendable {
    /// The number of positions of the control.
    public let capacity: Int
    var words: [UInt64]

    public init(capacity: Int) {
        self.capacity = capacity
        words = Array(repeating: 0, count: (capacity + 63) / 64)
    }

    public init(capacity: Int, _ positions: some Sequence<Int>) {
        self.init(capacity: capacity)
        for position in positions { insert(position) }
    }

    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    public func contains(_ position: Int) -> Bool {
        position >= 0 && position < capacity && words[position >> 6] & (1 << (position & 63)) != 0
    }

    public mutating func insert(_ position: Int) {
        precondition(position >= 0 && position < capacity)
        words[position >> 6] |= 1 << (position & 63)
    }

    public mutating func remove(_ position: Int) {
        precondition(position >= 0 && position < capacity)
        words[position >> 6] &= ~(1 << (position & 63))
    }

    /// Calls `body` with each chosen position, in ascending order.
    public func forEach(_ body: (Int) -> Void) {
        words.withUnsafeBufferPointer { PositionSet.forEach(in: $0, body) }
    }

    static func forEach(in words: UnsafeBufferPointer<UInt64>, _ body: (Int) -> Void) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(index << 6 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
