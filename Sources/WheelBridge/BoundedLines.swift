/// Splits a stream of bytes into lines. A line that is too long is dropped, however long it is.
package struct BoundedLines {
    package enum Line: Equatable {
        /// Without its end.
        case text([UInt8])
        case tooLong
    }

    private let longest: Int
    private var bytes: [UInt8] = []
    /// The beginning of the line that comes has been dropped.
    private var isDropping = false

    package init(longest: Int) { self.longest = longest }

    /// How many bytes wait.
    package var count: Int { bytes.count }

    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// The next complete line; `nil` if there is none yet. A carriage return at its end does not belong to it.
    package mutating func next() -> Line? {
        while true {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
                guard bytes.count > longest else { return nil }
                bytes = []
                defer { isDropping = true }
                if !isDropping { return .tooLong }
                return nil
            }
            var line = Array(bytes[..<end])
            bytes.removeFirst(end + 1)
            if isDropping {
                isDropping = false
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            return line.count > longest ? .tooLong : .text(line)
        }
    }

    /// Another peer comes.
    package mutating func removeAll() {
        bytes = []
        isDropping = false
    }
}
