import Testing
import WheelCore

@testable import WheelServer

/// Pending values are merged and held back like values. The end of a pending value is kept like a commit.
@Suite struct PendingTests {
    private static let step = 2e7

    /// `a?1` is a pending value of `a`, counted in steps of 2e7, `a?` its end, `a=1+` a value that another event of its
    /// step follows.
    private func short(_ lines: [String]) -> String {
        lines.map { line in
            let name = member("event", of: line) ?? ""
            let sign = ["\"value\"": "=", "\"commit\"": "!", "\"pending\"": "?", "\"missed\"": "m"][name] ?? name
            let value = member("value", of: line).flatMap { Double($0) }.map { String(Int($0 / Self.step)) } ?? ""
            let control = member("control", of: line)?.filter(\.isLetter) ?? ""
            return control + sign + value + (line.contains("\"more\":true") ? "+" : "")
        }.joined(separator: " ")
    }

    @Test func everyPendingValueAndWhatApplyDoesInOneStep() throws {
        let stage = try Stage(confirms: true)
        let client = try stage.client()
        stage.hint(0, by: 1)
        stage.hint(0, by: 1)
        stage.apply(0)
        stage.hint(1, by: 1)
        stage.revert(1)
        try stage.settle()
        #expect(short(try client.lines()) == "a?1 a?2 a=2+ a?+ a!2 b?1 b?")
    }

    @Test func asksForSomeAlone() throws {
        let stage = try Stage(confirms: true)
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","events":["pending"],"controls":["a"]}"# + "\n")
        try stage.settle()
        stage.hint(0, by: 1)
        stage.hint(1, by: 1)
        stage.apply(0)
        try stage.settle()
        #expect(short(try client.lines()) == "a?1 a?")
    }

    @Test func addsTheText() throws {
        let stage = try Stage(confirms: true)
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","text":true}"# + "\n")
        try stage.settle()
        stage.hint(0, by: 1)
        stage.revert(0)
        try stage.settle()
        let lines = try client.lines()
        #expect(lines.compactMap { member("text", of: $0) } == ["\"20000000.00 Hz\""])
        #expect(lines.count == 2)
    }

    @Test func thinsPendingValuesButNotTheirEnd() throws {
        let stage = try Stage(confirms: true)
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","interval_ms":100}"# + "\n")
        try stage.settle()
        var told: [String] = []
        for round in 1...25 {
            stage.time = stage.time + .milliseconds(10)
            stage.hint(0, by: 1)
            if round == 5 { stage.apply(0) }
            try stage.iterate()
            told += try client.lines()
        }
        // The pending value 5 is sent at once, although `interval_ms` has not passed, because it is applied.
        #expect(short(told) == "a?1 a?5 a=5+ a?+ a!5 a?15 a?25")
    }

    @Test func whoDoesNotReadGetsTheNewestAndEveryEnd() throws {
        let stage = try Stage(confirms: true)
        let (stuck, reading) = (try stage.client(), try stage.client())
        var ends = 0
        for round in 1...600 {
            stage.hint(0, by: 1)
            stage.hint(1, by: round == 1 ? 10 : round % 2 == 0 ? 1 : -1)
            if round % 10 == 0 {
                stage.revert(0)
                ends += 1
            }
            try stage.iterate()
            _ = try reading.lines()
        }
        var lines: [String] = []
        for _ in 0..<100 {
            lines += try stuck.lines()
            try stage.iterate()
        }
        #expect(lines.count { member("value", of: $0) == "null" } == ends)
        let last = lines.last { member("control", of: $0) == "\"b\"" }
        #expect(last.flatMap { member("value", of: $0) } == "220000000")
        #expect(lines.count - ends < 200, "a reader that stands still gets what is, not what was")
        #expect(!lines.contains { member("event", of: $0) == "\"missed\"" })
    }
}
