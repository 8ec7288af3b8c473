import Testing
import WheelClient

@Suite struct BoundedLinesTests {
    /// The received pieces, and the lines; `!` is a line that is too long. A line has at most 4 bytes.
    private static let cases: [([String], String)] = [
        (["a\nb\n"], "a|b"), (["a", "b", "\n"], "ab"), (["\n\n"], "|"), (["ab\r\n"], "ab"), (["ab"], ""),
        (["abcd\n"], "abcd"), (["abcde\nf\n"], "!|f"), (["abcde", "fghij", "k\nf\n"], "!|f"),
        (["abcde", "\n", "f\n"], "!|f"),
    ]

    @Test(arguments: cases)
    func bytesBecomeLines(pieces: [String], expected: String) {
        var lines = BoundedLines(longest: 4)
        var shown: [String] = []
        for piece in pieces {
            lines.append(piece.utf8)
            while let line = lines.next() {
                if case .text(let bytes) = line {
                    shown.append(String(decoding: bytes, as: UTF8.self))
                } else {
                    shown.append("!")
                }
            }
            #expect(lines.count <= 4)
        }
        #expect(shown.joined(separator: "|") == expected)
    }
}
