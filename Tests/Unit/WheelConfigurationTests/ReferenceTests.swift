import Glibc
import Testing
import WheelConfiguration

/// `docs/configuration.md` agrees with the parser: its tables of keys are generated from the parser's, and its examples
/// are valid.
@Suite struct ReferenceTests {
    private let path = "../../../docs/configuration.md"

    /// `scripts/update-docs` writes the tables; a usual run compares them with the parser.
    @Test func tablesOfKeysAreCurrent() {
        let document = CaseFile.contents(path)
        let current = withCurrentTables(document)
        if getenv("UPDATE_DOCS") != nil { CaseFile.write(current, to: path) }
        #expect(CaseFile.contents(path) == current, "run scripts/update-docs")
    }

    @Test func everyTableIsThere() {
        let document = CaseFile.contents(path)
        for table in ConfigurationReference.tables {
            #expect(document.contains("<!-- keys: \(table.title) -->"), "\(table.title)")
        }
        #expect(document.contains("<!-- actions -->"))
    }

    @Test func examplesAreValid() {
        let blocks = examples(CaseFile.contents(path))
        #expect(blocks.count > 5)
        for block in blocks {
            #expect(throws: Never.self, "\(block)") {
                let parsed = try Configuration.parse(text: block, file: "docs/configuration.md")
                #expect(parsed.warnings.isEmpty)
            }
        }
    }

    private func examples(_ document: String) -> [String] {
        var blocks: [String] = []
        var block: String?
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            switch (line, block) {
            case ("```toml", _):
                block = ""
            case ("```", let text?):
                blocks.append(text)
                block = nil
            case (_, let text?):
                block = text + line + "\n"
            case (_, nil):
                break
            }
        }
        return blocks
    }

    /// The document with newly generated tables between its marks.
    private func withCurrentTables(_ document: String) -> String {
        var lines: [String] = []
        var isInside = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "<!-- end -->" { isInside = false }
            if !isInside { lines.append(line) }
            if line == "<!-- actions -->" {
                lines += actions()
                isInside = true
            } else if line.hasPrefix("<!-- keys: "), line.hasSuffix(" -->") {
                let title = line.dropFirst("<!-- keys: ".count).dropLast(" -->".count)
                if let table = ConfigurationReference.tables.first(where: { $0.title == title }) {
                    lines += self.table(table)
                } else {
                    Issue.record("no table \(title)")
                }
                isInside = true
            }
        }
        return lines.joined(separator: "\n")
    }

    private func table(_ table: TableSchema) -> [String] {
        let hasOwners = table.rows.contains { !$0.owners.isEmpty }
        let isHeader = table.title.hasPrefix("[")
        var lines = ["**\(isHeader ? "`\(table.title)`" : table.title)** · \(table.meaning)", ""]
        lines.append("| key |\(hasOwners ? " of |" : "") takes | without it | meaning |")
        lines.append("| --- |\(hasOwners ? " --- |" : "") --- | --- | --- |")
        for row in table.rows {
            let owners = hasOwners ? " \(row.owners.isEmpty ? "all" : row.owners.joined(separator: ", ")) |" : ""
            let takes = row.limits.isEmpty ? row.type : "\(row.type), \(row.limits)"
            lines.append("| `\(row.name)` |\(owners) \(takes) | \(row.fallback) | \(row.meaning) |")
        }
        return lines
    }

    private func actions() -> [String] {
        ["| action | does |", "| --- | --- |"]
            + ConfigurationReference.actions.map { "| `\($0.form)` | \($0.meaning) |" }
    }
}
