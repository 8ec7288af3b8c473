import Glibc
import Testing
import WheelSettings

@testable import WheelProtocol

/// docs/protocol.md says what the code does: the same names, and examples that are read as they were meant.
@Suite struct DocumentTests {
    private let document: [Substring]

    init() throws {
        document = try Self.lines(of: "docs/protocol.md")
    }

    @Test func operations() {
        #expect(names(under: "op") == Operation.allCases.map(\.rawValue))
    }

    @Test func events() {
        #expect(names(under: "event") == EventName.allCases.map(\.rawValue))
    }

    @Test func errors() {
        #expect(names(under: "error") == ProtocolErrorCode.allCases.map(\.rawValue))
    }

    @Test func theMembersOfAControl() throws {
        let members = try StateLineTests.controlTexts.flatMap { try #require(object($0)).members.map(\.name) }
        let others: Set = ["cursor", "max_selected", "ramp"]
        #expect(Set(names(after: "A control:")) == Set(members).union(others))
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

    /// The names in the first column of the first table after a line.
    private func names(after line: Substring) -> [String] {
        names(in: document.drop { $0 != line }.drop { !$0.hasPrefix("|") })
    }

    private func names(in lines: ArraySlice<Substring>) -> [String] {
        lines.prefix { $0.hasPrefix("|") }.dropFirst(2).flatMap { row in
            let column = row.split(separator: "|")[0]
            return column.split(separator: "`").filter { !$0.contains(" ") && $0 != "," }.map(String.init)
        }
    }

    private static func lines(of path: String) throws -> [Substring] {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try #require(fopen("/\(root)/\(path)", "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }
}
