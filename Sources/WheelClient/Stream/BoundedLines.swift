/// Splits a stream of bytes into the pieces of a protocol, such as lines or packets.
package protocol StreamFraming {
    associatedtype Piece: Equatable

    mutating func append(_ bytes: some Sequence<UInt8>)
    mutating func next() -> Piece?
    /// Drops all bytes, because a new stream begins.
    mutating func removeAll()
}

/// Splits a stream of bytes into lines. A line of more than `longest` bytes is dropped, and reported as `tooLong`.
///
/// `ab\ncd` contains the line `ab` and the beginning of the next line. A line of megabytes arrives in hundreds of
/// reads, so the bytes of each read are searched for a line end only once: `searched` is the end of the searched part.
package struct BoundedLines: StreamFraming {
    package enum Line: Equatable {
        case text([UInt8])
        case tooLong
    }

    private let longest: Int
    private var bytes: [UInt8] = []
    /// The index at which the next line begins.
    private var start = 0
    /// The bytes from `start` to this index contain no line end.
    private var searched = 0
    /// Whether the beginning of the next line was dropped, because the line is too long.
    private var isDropping = false

    package init(longest: Int) { self.longest = longest }

    package var count: Int { bytes.count - start }

    package mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next complete line, without a carriage return at its end; `nil` if no complete line has arrived. A line that
    /// is too long is reported before its end arrives.
    package mutating func next() -> Line? {
        while true {
            guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = bytes.count
                guard count > longest else { return nil }
                let isFirst = !isDropping
                removeAll()
                isDropping = true
                return isFirst ? .tooLong : nil
            }
            var line = bytes[start..<end]
            start = end + 1
            searched = start
            if isDropping {
                isDropping = false
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return line.count > longest ? .tooLong : .text(Array(line))
        }
    }

    package mutating func removeAll() {
        bytes = []
        start = 0
        searched = 0
        isDropping = false
    }
}
