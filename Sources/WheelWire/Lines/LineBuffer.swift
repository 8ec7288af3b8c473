/// A buffer for lines. The buffer is reused, so that writing a line allocates nothing once its memory has grown. Only
/// the memory of very long lines is freed.
///
/// The buffer is not an array, and cannot be copied. An array with a second owner is copied, with an allocation, at the
/// next append, and each of a line's many short appends would have to check for a second owner.
public struct LineBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    public private(set) var count = 0

    public init(capacity: Int = 512) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    public var isEmpty: Bool { count == 0 }

    /// The bytes as text, for tests and messages.
    public var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The maximum number of bytes of memory that an empty buffer keeps.
    static let mostKept = 256 * 1024

    public mutating func removeAll() {
        count = 0
        guard capacity > LineBuffer.mostKept else { return }
        start.deallocate()
        capacity = LineBuffer.mostKept
        start = .allocate(capacity: capacity)
    }

    mutating func removeLast(_ bytes: Int) {
        count -= bytes
    }

    public mutating func append(_ other: borrowing LineBuffer) { append(other, 0..<other.count) }

    public mutating func append(_ other: borrowing LineBuffer, _ part: Range<Int>) {
        precondition(part.lowerBound >= 0 && part.upperBound <= other.count)
        append(UnsafeBufferPointer(start: other.start + part.lowerBound, count: part.count))
    }

    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        makeRoom(for: bytes.count)
        (start + count).initialize(from: first, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        start[count] = byte
        count += 1
    }

    /// Appends bytes that are known at compile time.
    mutating func append(_ bytes: StaticString) {
        append(UnsafeBufferPointer(start: bytes.utf8Start, count: bytes.utf8CodeUnitCount))
    }

    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Calls `write` with room for `most` bytes at the end. `write` returns the number of bytes that it has written.
    mutating func append(atMost most: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        makeRoom(for: most)
        let written = write(start + count)
        precondition(written <= most)
        count += written
    }

    var last: UInt8? { count > 0 ? start[count - 1] : nil }

    private mutating func makeRoom(for more: Int) {
        guard capacity - count < more else { return }
        capacity = max(capacity * 2, count + more)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.initialize(from: start, count: count)
        start.deallocate()
        start = grown
    }
}

/// The value is the only owner of its memory, and cannot be copied. So the value can be passed to another thread.
extension LineBuffer: @unchecked Sendable {}
