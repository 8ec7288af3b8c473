import Glibc
import Testing

/// The figures in the tables of docs/internals/geometry.md agree with the code.
@Suite struct GeometryDocumentTests {
    private static let path =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5).joined(separator: "/")
        + "/docs/internals/geometry.md"

    /// `scripts/update-docs` writes the figures; a usual run compares them with the code.
    @Test func figuresOfTheDocument() throws {
        let document = try contents()
        let current = try withCurrentFigures(document)
        if getenv("UPDATE_DOCS") != nil { try write(current) }
        for (old, new) in zip(lines(document), lines(current)) where getenv("UPDATE_DOCS") == nil {
            #expect(old == new, "run scripts/update-docs")
        }
    }

    /// The document with the second cell of each row replaced by the code's figure.
    private func withCurrentFigures(_ document: String) throws -> String {
        let tables = try GeometryFigures.tables()
        var missing = tables.mapValues { Set($0.map(\.symbol)) }
        var table: String?
        let current = lines(document).map { line in
            if line.hasPrefix("<!-- figures: "), line.hasSuffix(" -->") {
                table = String(line.dropFirst("<!-- figures: ".count).dropLast(" -->".count))
            } else if line == "<!-- end -->" {
                table = nil
            }
            guard let table, line.hasPrefix("| ") else { return line }
            var cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let symbol = cells[1].trimmingSpaces
            guard symbol != "figure", symbol != "---" else { return line }
            guard let row = tables[table]?.first(where: { $0.symbol == symbol }) else {
                Issue.record("the code has no figure \(table): \(symbol)")
                return line
            }
            missing[table]?.remove(symbol)
            cells[2] = " \(row.figure) "
            return cells.joined(separator: "|")
        }
        for (table, symbols) in missing where !symbols.isEmpty {
            Issue.record("docs/internals/geometry.md lacks \(table): \(symbols.sorted().joined(separator: ", "))")
        }
        return current.joined(separator: "\n")
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func contents() throws -> String {
        let file = try #require(fopen(Self.path, "r"))
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { bytes, count in
            count = fread(bytes.baseAddress, 1, 1 << 20, file)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String) throws {
        let file = try #require(fopen(Self.path, "w"))
        fputs(text, file)
        fclose(file)
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
