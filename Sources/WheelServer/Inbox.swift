import LinuxSystem
import WheelWire

/// The received bytes of a client that have not been read as requests yet.
struct Inbox {
    /// The maximum length of a line that the client sends, without its newline.
    var longestLine = WireProtocol.longestRequest
    private(set) var bytes: [UInt8] = []
    /// The end of the first line; `nil` while no whole line has arrived.
    private var end: Int?

    enum Next {
        /// A line without its newline.
        case line([UInt8])
        case nothing
        case tooLong
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        // Only the new bytes are searched for a newline, because a line of a megabyte arrives in many parts, and a
        // search from its start at each part would be slow.
        if end == nil { end = more.firstIndex(of: UInt8(ascii: "\n")).map { bytes.count + $0 } }
        bytes.append(contentsOf: more)
    }

    /// Whether `next` returns a line, or reports a line that is too long.
    var hasLine: Bool { end != nil || bytes.count > longestLine }

    mutating func next() -> Next {
        guard let end else { return bytes.count > longestLine ? .tooLong : .nothing }
        guard end <= longestLine else { return .tooLong }
        let line = Array(bytes[..<end])
        // A new array: `removeFirst` would keep the memory of the longest line until the client disconnects.
        bytes = Array(bytes[(end + 1)...])
        self.end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        return .line(line)
    }

    /// Ends the last line if it has no newline, after the client has closed its writing side.
    mutating func endLine() {
        guard !bytes.isEmpty, bytes.last != UInt8(ascii: "\n") else { return }
        end = end ?? bytes.count
        bytes.append(UInt8(ascii: "\n"))
    }
}
