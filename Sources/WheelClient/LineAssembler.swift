/// Puts lines together from the pieces in which a stream delivers them.
struct LineAssembler {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Bytes before this have been looked through: no line ends there.
    private var searched = 0

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next whole line without its end, `nil` when there is none yet.
    mutating func next() -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        defer {
            start = end + 1
            searched = start
        }
        return bytes[start..<end]
    }
}
