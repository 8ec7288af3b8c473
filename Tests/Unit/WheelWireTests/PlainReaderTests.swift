import TestSupport
import Testing

@testable import WheelWire

@Suite struct PlainReaderTests {
    @Test(
        arguments: table(
            #"""
            {"op":"ping"} -> plain
            {"id":7,"op":"set","control":"gain","value":-6.5,"commit":false} -> plain
            {"event":"value","seq":1234,"control":"gain","value":-6.5} -> plain
            {"event":"commit","seq":9,"time":8130.600000,"control":"on","value":true,"source":"client"} -> plain
            { "a" : null , "b" : false } -> plain
            {"zero":-0.0,"small":5e-324,"large":1.7976931348623157e+308,"half":0.5E-1} -> plain
            {"":1} -> plain
            {} -> jansson
            {"a":[1]} -> jansson
            {"a":{"b":1}} -> jansson
            {"a":1,"a":2} -> jansson
            {"a":"\n"} -> jansson
            {"\u0061":1} -> jansson
            {"a":"°"} -> jansson
            {"a":01} -> jansson
            {"a":1.} -> jansson
            {"a":.5} -> jansson
            {"a":+1} -> jansson
            {"a":-} -> jansson
            {"a":1e} -> jansson
            {"a":1e400} -> jansson
            {"a":inf} -> jansson
            {"a":nulls} -> jansson
            {"a":1,} -> jansson
            {"a":1}} -> jansson
            {"a":1} x -> jansson
            {"a"} -> jansson
            {a:1} -> jansson
            {"a":" -> jansson
            {"a":1 -> jansson
            [1] -> jansson
            1 -> jansson
            """#))
    func reads(_ row: Row) {
        #expect((plain(row.input) == nil ? "jansson" : "plain") == row.output)
        #expect(problem(of: Array(row.input.utf8)) == nil)
    }

    @Test func leavesManyMembersToJansson() {
        func line(_ count: Int) -> String { "{" + (0..<count).map { "\"m\($0)\":1" }.joined(separator: ",") + "}" }
        #expect(plain(line(16)) != nil)
        #expect(plain(line(17)) == nil)
    }

    /// Random lines, most of them with mistakes, are read as jansson reads them, or are left to jansson.
    @Test func readsWhatJanssonReads() {
        let names = ["a", "b", "value", "control"]
        let values = ["true", "false", "null", "\"\"", "\"text\"", "\"a longer text\""] + Extremes.texts
        let pieces =
            ["", "{", "}", "[", "]", ",", ":", "\"", "\\", " ", "\t", "\n", "\r", "\u{0}", "\u{1f}", "\u{7f}", "°"]
            + ["0", "1", "9", "-", "+", ".", "e", "E", "1e999", "1e-999", "\"a\":", "{\"", ",\"b\":2"] + values
        var read = 0
        let found = counterexample("plain lines", seed: 5, cases: 50_000) { generator in
            let members = (0..<generator.int(in: 1...5)).map { _ in
                "\"\(generator.pick(names))\":\(generator.pick(values))"
            }
            var line = Array("{\(members.joined(separator: ","))}".utf8)
            for _ in 0..<generator.int(in: 0...2) {
                let start = generator.int(in: 0...line.count)
                let end = min(line.count, start + generator.int(in: 0...3))
                line.replaceSubrange(start..<end, with: generator.pick(pieces).utf8)
            }
            // A byte that is not UTF-8.
            if !line.isEmpty, generator.once(in: 8) { line[generator.int(in: 0...(line.count - 1))] = 0xFF }
            if line.withUnsafeBytes({ PlainReader.object(in: $0) }) != nil { read += 1 }
            return problem(of: line)
        }
        #expect(found == nil)
        #expect(read > 5000, "\(read) lines were read without jansson")
    }
}

private func plain(_ line: String) -> JSONObject? { Array(line.utf8).withUnsafeBytes { PlainReader.object(in: $0) } }

/// How the reader's object differs from jansson's; `nil` if the reader leaves the line to jansson.
private func problem(of line: [UInt8]) -> String? {
    line.withUnsafeBytes { bytes in
        guard let plain = PlainReader.object(in: bytes) else { return nil }
        guard let other = try? JSONParser.anyObject(in: bytes) else { return "jansson refuses \(text(line))" }
        let haveSameSigns = zip(plain.members, other.members).allSatisfy { sign(of: $0.value) == sign(of: $1.value) }
        return plain == other && haveSameSigns ? nil : "\(text(line)): \(plain), and not \(other)"
    }
}

private func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

/// The sign of a number, by which the two zeros differ.
private func sign(of value: JSONValue) -> FloatingPointSign? {
    if case .number(let number) = value { number.sign } else { nil }
}
