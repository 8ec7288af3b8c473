import Glibc
import LinuxSystem
import Testing
import WheelBridge
import WheelConfiguration

@testable import WheelMQTT

/// `docs/bridges/mqtt.md` agrees with the reader: its tables of keys are made from the reader's, and its examples are valid.
@Suite struct DocumentTests {
    private static let path =
        String("\(#filePath)".dropLast("Tests/Unit/WheelMQTTTests/DocumentTests.swift".count))
        + "docs/bridges/mqtt.md"
    private static let schemas = [MQTTTable.schema]

    private var document: String {
        get throws { String(decoding: try RegularFile.read(DocumentTests.path), as: UTF8.self) }
    }

    /// `scripts/update-docs` makes the tables. Without it the test compares them.
    @Test func tablesOfKeysAreCurrent() throws {
        let current = withCurrentTables(try document)
        if getenv("UPDATE_DOCS") != nil, let file = fopen(DocumentTests.path, "w") {
            fputs(current, file)
            fclose(file)
        }
        #expect(try document == current, "run scripts/update-docs")
    }

    @Test func examplesAreValid() throws {
        var blocks = 0
        let other = "\(DocumentTests.path.dropLast("bridges/mqtt.md".count))scaling.md"
        let text = try document + String(decoding: RegularFile.read(other), as: UTF8.self)
        for part in text.components(separatedBy: "```toml bridges\n").dropFirst() {
            blocks += 1
            let text = part.components(separatedBy: "\n```")[0]
            let read = try BridgeFile.parse(Array(text.utf8), file: "mqtt.md", table: "mqtt") {
                MQTTTable.read($0, mistakes: $1)
            }
            #expect(read.value != nil && read.warnings.isEmpty)
        }
        #expect(blocks >= 3)
    }

    private func withCurrentTables(_ document: String) -> String {
        var lines: [String] = []
        var isInside = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "<!-- end -->" { isInside = false }
            if !isInside { lines.append(line) }
            guard line.hasPrefix("<!-- keys: ") else { continue }
            isInside = true
            let title = line.dropFirst("<!-- keys: ".count).dropLast(" -->".count)
            guard let schema = DocumentTests.schemas.first(where: { $0.title == title }) else {
                Issue.record("no table \(title)")
                continue
            }
            lines += ["**`\(schema.title)`** · \(schema.meaning)", ""]
            lines += ["| key | takes | without it | meaning |", "| --- | --- | --- | --- |"]
            for row in schema.rows {
                let takes = row.limits.isEmpty ? row.type : "\(row.type), \(row.limits)"
                lines.append("| `\(row.name)` | \(takes) | \(row.fallback) | \(row.meaning) |")
            }
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// Foundation's function of this name, for a separator of several characters.
    fileprivate func components(separatedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.range(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}

extension Substring {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
