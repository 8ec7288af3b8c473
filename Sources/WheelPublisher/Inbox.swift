import LinuxSystem
import WheelProtocol

/// The bytes that a client has sent and that have not been read as requests yet.
struct Inbox {
    /// The longest line that the client may send, without its end.
    var longestLine = WireProtocol.longestRequest
    private var bytes: [UInt8] = []
    /// No line ends before this index.
    private var searched = 0

    enum Next {
        /// A line without its end.
        case line([UInt8])
        case nothing
        /// A line longer than the client may send.
        case tooLong
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    /// Whether a line can be taken. That includes a line that is too long.
    var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) || bytes.count > longestLine }

    mutating func next() -> Next {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return bytes.count > longestLine ? .tooLong : .nothing
        }
        guard end <= longestLine else { return .tooLong }
        let line = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        searched = 0
        return .line(line)
    }

    /// Ends the last line, after the client has closed its side without a newline.
    mutating func endLine() {
        if !bytes.isEmpty, bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }
}
