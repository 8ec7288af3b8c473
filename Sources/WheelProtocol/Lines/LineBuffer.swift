/// Bytes of lines to be sent, kept from line to line so that writing one allocates nothing once the buffer has grown.
public struct LineBuffer: Equatable, Sendable {
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    public var count: Int { bytes.count }
    public var isEmpty: Bool { bytes.isEmpty }

    /// The bytes as text, for tests and messages.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Empties the buffer and keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    public mutating func append(_ other: LineBuffer) {
        bytes.append(contentsOf: other.bytes)
    }

    public mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    public mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: more)
    }

    mutating func append(_ more: [UInt8]) {
        bytes.append(contentsOf: more)
    }

    /// Bytes that are known when the program is built.
    mutating func append(_ more: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: more.utf8Start, count: more.utf8CodeUnitCount))
    }
}
