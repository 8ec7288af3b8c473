import Testing

@testable import WheelConfiguration

@Suite struct DocumentTests {
    @Test func everyKindOfValueAndItsPlace() throws {
        let table = try TOMLDocument.parse(
            Array(
                """
                text = "°"
                  whole = -3
                point = 1.5
                yes = true
                day = 2026-01-02
                hour = 12:30:00
                both = 2026-01-02T12:30:00Z
                list = [1, [2]]
                [inner.table]
                "a b" = { c = 'd' }
                """.utf8))
        #expect(
            described(.table(table)) == """
                text 1:1 "°" 1:8
                whole 2:3 -3 2:11
                point 3:1 1.5 3:9
                yes 4:1 true 4:7
                day 5:1 a date 5:7
                hour 6:1 a time 6:8
                both 7:1 a date and time 7:8
                list 8:1 [1 8:9, [2 8:13] 8:12] 8:8
                inner 9:2 {table 9:8 {a b 10:1 {c 10:11 "d" 10:15} 10:9} 9:1} 9:1
                """)
    }

    @Test func columnsCountCharacters() throws {
        let table = try TOMLDocument.parse(Array("\"ä°€😀\" = 5".utf8))
        #expect(described(.table(table)) == "ä°€😀 1:1 5 1:10")
    }

    @Test func carriageReturnsAndAByteOrderMarkAreAccepted() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("a = 1\r\n[b]\r\nc = 2\r\n".utf8)
        #expect(described(.table(try TOMLDocument.parse(bytes))) == "a 1:1 1 1:5\nb 2:2 {c 3:1 2 3:5} 2:1")
    }

    @Test func aTextWithoutKeysIsAnEmptyTable() throws {
        for text in ["", "\n", "# a remark", "   ", "\u{FEFF}"] {
            #expect(try TOMLDocument.parse(Array(text.utf8)).entries.isEmpty, "\(text)")
        }
    }

    /// A key may have 16 dots. The 17th is a mistake at its place, in every kind of key.
    @Test func aKeyHasAtMostSixteenDots() throws {
        let sixteen = (0...16).map { "k\($0)" }.joined(separator: ".")
        for text in [
            "\(sixteen) = 1", "[\(sixteen)]", "[[\(sixteen)]]", "a = { \(sixteen) = 1 }", "x = 1.5\n\(sixteen)=1",
        ] {
            #expect(throws: Never.self, "\(text)") { try TOMLDocument.parse(Array(text.utf8)) }
        }
        let seventeen = "\(sixteen).'x'"
        for text in ["\(seventeen) = 1", "[\(seventeen)]", "a = [{ \(seventeen) = 1 }]", "\u{22}\u{22}.\(sixteen) = 1"]
        {
            #expect(throws: TOMLProblem.self, "\(text)") { try TOMLDocument.parse(Array(text.utf8)) }
        }
        #expect(
            problem("b = 1\n\(seventeen) = 1")
                == TOMLProblem(message: "a key has more than 16 dots", place: Place(line: 2, column: 58)))
    }

    /// Dots in strings and comments do not count as dots of a key, whatever quotation marks surround them.
    @Test func dotsInStringsAndCommentsAreNotCounted() throws {
        let dots = String(repeating: ".", count: 40)
        let texts = [
            "a = '\(dots)'", "a = \"\\\"\(dots)\"", "a = '''\n''\(dots)\n'''", "a = \"\"\"\(dots)\"\"\"\"\"",
            "# \"\(dots)",
            "a = \"\" # '\(dots)", "a = ''''\(dots)'''", "a = \"\"\"\\\"\"\"\(dots)\"\"\"", "'\(dots)' = 1",
        ]
        for text in texts {
            #expect(throws: Never.self, "\(text)") { try TOMLDocument.parse(Array(text.utf8)) }
        }
    }

    /// Nesting as deep as fits into a file. Without a limit it would exhaust the stack.
    @Test func deepNestingIsRefused() {
        let depth = 300_000
        let texts = [
            String(repeating: "a.", count: depth) + "a = 1",
            "[" + String(repeating: "a.", count: depth) + "a]",
            "a = " + String(repeating: "[", count: depth),
            "a = " + String(repeating: "{ a = ", count: depth),
        ]
        for text in texts { #expect(problem(text) != nil) }
    }

    /// Characters such as `§` where toml++ skips blanks. toml++ assumes that they cannot occur there, so they are
    /// refused before it reads the text.
    @Test func charactersOutsideASCIINeedQuotationMarks() {
        let refused = [
            "§ = 1", "a = §", "a = [1, §]", "[§]", "a = 1 §", "a.§ = 1", "a = 1\u{A0}", #"a = """\"# + "\n  §\"\"\"",
            #"a = """\§""""#, "a = 1'§'", "a = -1['§']", "a = 2026-01-01 1=\"§\"",
        ]
        for text in refused { #expect(problem(text) != nil, "\(text)") }
        let taken = [
            #"a = "§""#, "a=\"§\"", "a=[1,'§',{b='§'}]", "['§']", "b.'§'=1", "'§' = 1", "# §", "a = '''\\\n§'''",
            "a = \"\"\"\n§\\\n\n x §\"\"\"", "a = \"\"\"\\\\§\"\"\"",
        ]
        for text in taken { #expect(problem(text) == nil, "\(text)") }
        #expect(
            problem("b = 1\n x = größe")
                == TOMLProblem(
                    message: "this character is allowed only between quotation marks", place: Place(line: 2, column: 8))
        )
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        for bytes: [UInt8] in [
            [0xFF, 0xFE, 0x61, 0x00], [0x61, 0x00], [0x61, 0x20, 0x3D, 0x20, 0x22, 0xC3, 0x22], [0xC0, 0x80],
            [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x00],
        ] {
            #expect(throws: TOMLProblem.self, "\(bytes)") { try TOMLDocument.parse(bytes) }
        }
        let latin = Array("# ok\nab".utf8) + [0xE4, 0x20]
        #expect(
            throws: TOMLProblem(
                message: "the file must be UTF-8, but these bytes are not", place: Place(line: 2, column: 3))
        ) {
            try TOMLDocument.parse(latin)
        }
    }

    private func problem(_ text: String) -> TOMLProblem? {
        do throws(TOMLProblem) {
            _ = try TOMLDocument.parse(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    private func described(_ value: TOMLValue) -> String {
        switch value {
        case .table(let table):
            let entries = table.entries.map { entry in
                let inner =
                    if case .table = entry.node.value { "{\(described(entry.node.value))}" } else {
                        described(entry.node.value)
                    }
                return "\(entry.key) \(place(entry.place)) \(inner) \(place(entry.node.place))"
            }
            return entries.joined(separator: "\n")
        case .list(let nodes):
            return "[" + nodes.map { "\(described($0.value)) \(place($0.place))" }.joined(separator: ", ") + "]"
        case .string(let text): return "\"\(text)\""
        case .integer(let number): return "\(number)"
        case .number(let number): return "\(number)"
        case .boolean(let flag): return "\(flag)"
        case .date, .time, .dateTime: return value.kind
        }
    }

    private func place(_ place: Place) -> String { "\(place.line):\(place.column)" }
}
