import Glibc
import LinuxSystem
import WheelBridge
import WheelConfiguration

/// The page of a bridge in docs/bridges, with the tables of keys that the bridge's reader declares.
package struct BridgePage {
    private let bridge: String
    private let schemas: [TableSchema]

    /// A mistake in the page's examples or tables.
    package struct Mistake: Error, CustomStringConvertible {
        package var description: String
    }

    /// `bridge` is the name of the bridge's table, such as `midi`.
    package init(_ bridge: String, _ schemas: [TableSchema]) {
        self.bridge = bridge
        self.schemas = schemas
    }

    private static let documents = "\(#filePath)".dropLast("Tests/Support/BridgeTestSupport/BridgePage.swift".count)
    private var path: String { "\(BridgePage.documents)docs/bridges/\(bridge).md" }

    package var text: String {
        get throws { String(decoding: try RegularFile.read(path), as: UTF8.self) }
    }

    /// The page with its tables of keys as `schemas` declare them. With `UPDATE_DOCS` in the environment, as in
    /// `scripts/update-docs`, the file is also written.
    package func current() throws -> String {
        var lines: [String] = []
        var isInside = false
        for line in try text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "<!-- end -->" { isInside = false }
            if !isInside { lines.append(line) }
            guard line.hasPrefix("<!-- keys: ") else { continue }
            isInside = true
            lines += try table(String(line.dropFirst("<!-- keys: ".count).dropLast(" -->".count)))
        }
        if let schema = schemas.first(where: { !lines.contains("<!-- keys: \($0.title) -->") }) {
            throw Mistake(description: "\(bridge).md has no table of \(schema.title)")
        }
        let page = lines.joined(separator: "\n")
        if getenv("UPDATE_DOCS") != nil, let file = fopen(path, "w") {
            fputs(page, file)
            fclose(file)
        }
        return page
    }

    private func table(_ title: String) throws -> [String] {
        guard let schema = schemas.first(where: { $0.title == title }) else {
            throw Mistake(description: "there is no table \(title)")
        }
        let head = [
            "**`\(schema.title)`** · \(schema.meaning)", "", "| key | takes | without it | meaning |",
            "| --- | --- | --- | --- |",
        ]
        return head
            + schema.rows.map { row in
                let takes = row.limits.isEmpty ? row.type : "\(row.type), \(row.limits)"
                return "| `\(row.name)` | \(takes) | \(row.fallback) | \(row.meaning) |"
            }
    }

    /// Reads the examples of this page, and of the page `other` in docs. Returns their number. Throws if an example has
    /// a mistake or a warning.
    package func examples<Value>(
        and other: String? = nil, _ read: (TOMLTable, MistakeList) -> Value
    ) throws -> Int {
        var pages = try text
        if let other {
            pages +=
                "\n" + String(decoding: try RegularFile.read("\(BridgePage.documents)docs/\(other)"), as: UTF8.self)
        }
        var examples: [[Substring]] = []
        var isInside = false
        for line in pages.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```toml bridges" {
                isInside = true
                examples.append([])
            } else if line == "```" {
                isInside = false
            } else if isInside {
                examples[examples.count - 1].append(line)
            }
        }
        for example in examples {
            let text = example.joined(separator: "\n")
            let result = try BridgeFile.parse(Array(text.utf8), file: "\(bridge).md", table: bridge, read)
            guard result.value != nil, result.warnings.isEmpty else {
                throw Mistake(description: "an example has no table [\(bridge)], or a warning:\n\(text)")
            }
        }
        return examples.count
    }
}
