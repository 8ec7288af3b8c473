import Glibc
import Testing
import WheelCore

@testable import WheelWire

/// docs/protocol.md agrees with the code: its tables are made of the declarations, and its examples can be read.
@Suite struct DocumentTests {
    private let document: [Substring]

    init() throws {
        document = try Self.contents("docs/protocol.md").split(separator: "\n")
    }

    /// `scripts/update-docs` rewrites the tables; otherwise this test compares them.
    @Test func tables() throws {
        let page = try Self.contents("docs/protocol.md")
        let current = ProtocolTables.current(in: page)
        if getenv("UPDATE_DOCS") != nil { try Self.write(current, to: "docs/protocol.md") }
        #expect(try Self.contents("docs/protocol.md") == current, "run scripts/update-docs")
        for mark in ProtocolTables.all.keys { #expect(page.contains("<!-- \(mark) -->\n"), "no place for \(mark)") }
    }

    @Test func operations() {
        #expect(names(under: "op") == Operation.allCases.map(\.rawValue))
    }

    /// The answers that the table of requests names are declared.
    @Test func answers() {
        let declared = AnswerMember.rows.flatMap(\.members).map(\.name)
        let rows = document.drop { !$0.hasPrefix("| op |") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        for row in rows {
            let cells = row.split(separator: "|")
            guard let answer = cells.last, !answer.contains("](") else { continue }
            let names = answer.split(separator: "`").filter { $0.allSatisfy { $0.isLetter || $0 == "_" } }
            for name in names { #expect(declared.contains(String(name)), "\(name)") }
        }
    }

    @Test func examplesAreRead() throws {
        let examples = document.filter { $0.hasPrefix(#"{""#) }
        #expect(examples.count >= 8)
        for example in examples.map(String.init) {
            if try #require(object(example))["op"] != nil {
                #expect(request(example).request.failure == nil, "\(example)")
            } else {
                let line = try serverLine(example)
                #expect(line != .unknown)
                if case .hello(let hello) = line { #expect(written { hello.write(to: &$0) } == example + "\n") }
            }
        }
    }

    /// The names in the first column of the table whose head begins with `title`.
    private func names(under title: String) -> [String] {
        names(in: document.drop { !$0.hasPrefix("| \(title) |") })
    }

    private func names(in lines: ArraySlice<Substring>) -> [String] {
        lines.prefix { $0.hasPrefix("|") }.dropFirst(2).flatMap { row in
            let column = row.split(separator: "|")[0]
            return column.split(separator: "`").filter { !$0.contains(" ") && $0 != "," }.map(String.init)
        }
    }

    private static func contents(_ path: String) throws -> String {
        let file = try #require(fopen(place(path), "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(place(path), "w"))
        defer { fclose(file) }
        fputs(text, file)
    }

    private static func place(_ path: String) -> String {
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/" + path
    }
}
