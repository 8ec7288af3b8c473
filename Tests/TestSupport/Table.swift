/// One line of a table: what comes in, and what must come out.
///
/// A table is a raw string in the test, one case to a line, `input -> output   # remark`. Empty lines and lines
/// that begin with `#` are for the reader. As an argument of a parameterised test each row is a case of its own,
/// and a failure names it:
///
///     @Test(arguments: table("""
///         A+ B+ A- B-   -> +1   # one detent
///         """))
///     func turning(_ row: Row) { #expect(played(row.input) == row.output) }
public struct Row: Sendable, CustomStringConvertible {
    public let input: String
    public let output: String
    /// The words after `#`.
    public let remark: String

    /// The input's words, as spaces part them.
    public var words: [String] { input.split(separator: " ").map(String.init) }

    public var description: String { "\(input) -> \(output)\(remark.isEmpty ? "" : "   # \(remark)")" }
}

/// The rows of a table; runs of spaces count as one. Traps on a line that is no row: that is a mistake in the test.
public func table(_ text: String) -> [Row] {
    text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let row = words(parts[0])
        guard !row.isEmpty else { return nil }
        let sides = row.split(separator: "->", omittingEmptySubsequences: false)
        precondition(sides.count == 2, "a row needs exactly one ->: \(line)")
        return Row(
            input: sides[0].joined(separator: " "),
            output: sides[1].joined(separator: " "),
            remark: parts.count > 1 ? words(parts[1]).joined(separator: " ") : "")
    }
}

private func words(_ text: Substring) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace)
}
