import LinuxSystem
import WheelProtocol

/// What a client has sent and is not answered yet: bytes, and where their first line ends.
struct Inbox {
    private var bytes: [UInt8] = []
    /// Bytes before this have been looked through: no line ends there.
    private var searched = 0

    enum Next {
        /// A line without its end, to be worked on before the next call.
        case line([UInt8])
        case nothing
        /// A line longer than the protocol allows.
        case tooLong
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    /// Whether another whole line waits.
    var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) || bytes.count > WireProtocol.longestRequest }

    mutating func next() -> Next {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return bytes.count > WireProtocol.longestRequest ? .tooLong : .nothing
        }
        guard end <= WireProtocol.longestRequest else { return .tooLong }
        let line = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        searched = 0
        return .line(line)
    }

    /// The last line may lack its end where the other side has closed.
    mutating func endLine() {
        if !bytes.isEmpty, bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }
}
