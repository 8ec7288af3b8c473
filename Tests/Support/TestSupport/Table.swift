/// One line of a table: an input, and the expected output.
///
/// A table is a string with one case per line, `input -> output   # remark`. Empty lines and lines that begin with `#`
/// are ignored. In a parameterised test each row is a separate case, and a failure names it:
///
///     @Test(arguments: table("""
///         A+ B+ A- B-   -> +1   # one detent
///         """))
///     func turning(_ row: Row) { #expect(played(row.input) == row.output) }
public struct Row: Sendable, CustomStringConvertible {
    public let input: String
    public let output: String
    /// The remark after `#`.
    public let remark: String

    public var words: [String] { input.split(separator: " ").map(String.init) }

    public var description: String { "\(input) -> \(output)\(remark.isEmpty ? "" : "   # \(remark)")" }
}

/// The rows of a table. Runs of spaces count as one. Traps on an invalid line, which is a mistake in the test.
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
