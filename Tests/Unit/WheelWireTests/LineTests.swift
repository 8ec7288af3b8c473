import TestSupport
import Testing

@testable import WheelWire

@Suite struct LineTests {
    @Test(arguments: [
        ("", #""""#),
        ("Frequency", #""Frequency""#),
        ("°-∞µ😀", #""°-∞µ😀""#),
        (#"a "quote""#, #""a \"quote\"""#),
        (#"C:\dial"#, #""C:\\dial""#),
        ("two\nlines\r\tand a tab", #""two\nlines\r\tand a tab""#),
        ("\u{0}\u{1}\u{1f}\u{7f}", "\"\\u0000\\u0001\\u001f\\u007f\""),
        ("a\u{9b}31m\u{202e}b\u{61c}\u{2069}é\u{a0}€", "\"a\\u009b31m\\u202eb\\u061c\\u2069é\u{a0}€\""),
        ("\"", #""\"""#),
    ])
    func strings(_ string: String, _ json: String) {
        #expect(written { $0.string(string) } == json)
    }

    @Test func theMemoryOfAVeryLongLineIsGivenBack() {
        var line = LineBuffer()
        line.string(String(repeating: "x", count: 1 << 20))
        #expect(line.capacity > 1 << 20)
        line.removeAll()
        #expect(line.capacity == LineBuffer.mostKept)
        line.string("y")
        #expect(line.text == "\"y\"")
    }

    @Test(
        arguments: table(
            """
            0                -> 0.000000
            1                -> 0.000001
            999999           -> 0.999999
            1000000          -> 1.000000
            8123400000       -> 8123.400000
            1790000000100000 -> 1790000000.100000
            -1500000         -> -1.500000
            -1               -> -0.000001
            9223372036854775807 -> 9223372036854.775807
            -9223372036854775808 -> -9223372036854.775808
            """))
    func seconds(_ row: Row) throws {
        let microseconds = try #require(Int64(row.input))
        #expect(written { $0.seconds(microseconds: microseconds) } == row.output)
    }

    @Test(
        arguments: table(
            """
            14.0    -> 14
            14.074  -> 14.074
            7.4     -> 7.4
            -0.5    -> -0.5
            1e-6    -> 0.000001
            9007199254740992 -> 9007199254740992
            inf     -> null
            nan     -> null
            """))
    func numbers(_ row: Row) throws {
        let number = try #require(Double(row.input))
        #expect(written { $0.number(number) } == row.output)
    }

    @Test(arguments: [0, 7, -7, .max, .min])
    func integers(_ integer: Int) {
        #expect(written { $0.integer(integer) } == String(integer))
    }

    /// A number is read as it was written, bit for bit.
    @Test func numbersReadBackBitForBit() {
        let problem = counterexample("numbers of a line read back", seed: 11) { generator in
            let number =
                generator.once(in: 3)
                ? Double(generator.int(in: -1_000_000_000...1_000_000_000)) / 1e6
                : Double(bitPattern: generator.next())
            guard number.isFinite else { return nil }
            let line = written {
                $0.beginObject()
                $0.key("value")
                $0.number(number)
                $0.endObject()
            }
            guard case .number(let read)? = object(line)?["value"] else { return "\(line) has no number" }
            return read.bitPattern == number.bitPattern ? nil : "\(number) read back as \(read) from \(line)"
        }
        #expect(problem == nil)
    }

    @Test func stringsReadBack() {
        let characters: [Character] = ["a", "\"", "\\", "\n", "\u{1}", "é", "😀", "\u{301}", "{", ","]
        let problem = counterexample("strings of a line read back", seed: 12) { generator in
            let string = String((0..<generator.int(in: 0...20)).map { _ in generator.pick(characters) })
            let line = written {
                $0.beginObject()
                $0.key(named: string)
                $0.string(string)
                $0.endObject()
            }
            let members = [JSONObject.Entry(name: string, value: .string(string))]
            return object(line)?.members == members ? nil : line
        }
        #expect(problem == nil)
    }

    @Test(arguments: [
        ("", #""""#), ("f", #""Zg==""#), ("fo", #""Zm8=""#), ("foo", #""Zm9v""#), ("foob", #""Zm9vYg==""#),
        ("fooba", #""Zm9vYmE=""#), ("foobar", #""Zm9vYmFy""#), ("ûÿ¾", #""w7vDv8K+""#), ("\u{3}ÿ?", #""A8O/Pw==""#),
    ])
    func base64(_ text: String, _ json: String) {
        #expect(written { $0.base64(Array(text.utf8)) } == json)
        #expect(LineBuffer.bytes(base64: String(json.dropFirst().dropLast())) == Array(text.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "=Zg=", "Z===", "Zg=a", "Zm9v!A==", "Zm 9v"])
    func whatIsNotBase64(_ text: String) {
        #expect(LineBuffer.bytes(base64: text) == nil)
    }
}
