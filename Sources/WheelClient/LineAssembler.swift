/// Splits a stream of bytes into lines.
struct LineAssembler {
    private var bytes: [UInt8] = []
    private var start = 0
    /// No line ends before this index.
    private var searched = 0

    /// The most bytes that can wait for the end of a line. The daemon's longest lines have a few megabytes.
    var most = 1 << 26

    var isTooLong: Bool { bytes.count - start > most }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next complete line without its end; `nil` if there is none yet.
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
