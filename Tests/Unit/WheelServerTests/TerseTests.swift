import TestSupport
import Testing
import WheelCore

@testable import WheelServer

@Suite struct TerseTests {
    @Test(
        "Each value is reduced, and all other lines stay the same",
        arguments: ["", #","events":["value","commit"]"#, #","text":true"#, #","interval_ms":1"#])
    func besideWholeValues(_ members: String) throws {
        let stage = try Stage()
        let (terse, whole) = (try stage.client(), try stage.client())
        try subscribe(terse, stage, members)
        stage.step([1, 2, 3])
        stage.move(0, to: 4)
        stage.commit(0)
        try stage.settle()
        let lines = try whole.lines()
        #expect(short(lines) == "a=1 a!1 b=2 b!2 c=3 c!3 a=4 a!4")
        // With `interval_ms` the second value of `a` replaces the first, which waits for the end of the iteration.
        let kept = lines.dropFirst(members.contains("interval_ms") ? 1 : 0)
        #expect(try terse.lines() == kept.map(reduced))
    }

    @Test func withPendingValuesAsTheyAre() throws {
        let stage = try Stage(confirms: true)
        let (terse, whole) = (try stage.client(), try stage.client())
        try subscribe(terse, stage)
        stage.hint(0, by: 1)
        stage.apply(0)
        try stage.settle()
        let lines = try whole.lines()
        #expect(lines.count == 4 && lines.contains { $0.hasPrefix(#"{"event":"pending""#) })
        #expect(try terse.lines() == lines.map(reduced))
    }

    @Test("Values before the subscription are whole, and so are those after another one, all in one iteration")
    func changes() throws {
        let stage = try Stage()
        let client = try stage.client()
        let set = #"{"id":2,"op":"set","control":"a","value":"#
        stage.move(1, to: 1)
        try client.send(#"{"id":1,"op":"subscribe","terse":true}"# + "\n" + set + "5}\n")
        try client.send(#"{"id":3,"op":"subscribe"}"# + "\n" + set + "6}\n")
        try stage.settle()
        let lines = try client.lines()
        #expect(short(lines) == "b=1 ok a=5 ok ok a=6 ok")
        #expect(lines[2] == reduced(lines[2]))
        #expect([lines[0], lines[5]].allSatisfy { member("time", of: $0) != nil })
    }

    @Test("A second terse client, when the batch has lines from before its subscription")
    func second() throws {
        let stage = try Stage()
        let (first, second) = (try stage.client(), try stage.client())
        try subscribe(first, stage)
        stage.move(0, to: 1)
        try second.send(#"{"op":"subscribe","terse":true}"# + "\n" + #"{"op":"set","control":"b","value":2}"# + "\n")
        try stage.settle()
        let lines = try second.lines()
        #expect(short(lines) == "a=1 b=2")
        #expect(lines[0] != reduced(lines[0]) && lines[1] == reduced(lines[1]))
        #expect(try first.lines() == lines.map(reduced))
    }

    @Test("A slow reader gets the newest values and every commit")
    func slow() throws {
        let names = (0..<100).map { "control\($0)" }
        let stage = try Stage(controls: names)
        let client = try stage.client()
        try subscribe(client, stage)
        for round in 1...3 {
            stage.step(names.map { _ in Double(round) }, commits: round == 3)
            try stage.iterate()
        }
        var lines: [String] = []
        while stage.server.clients[0].hasUnsent {
            try stage.iterate()
            lines += try client.lines()
        }
        let values = lines.filter { $0.hasPrefix(#"{"event":"value""#) }
        #expect(values == values.map(reduced))
        #expect((100..<300).contains(values.count), "merged, but the last of each is there")
        #expect(lines.count - values.count == 100, "commits")
        for name in names {
            #expect(lines.last { $0.contains(#""control":"\#(name)","#) }?.hasPrefix(#"{"event":"commit""#) == true)
        }
        #expect(member("more", of: try #require(lines.last)) == nil)
    }

    @Test func nobodyElseIsWrittenForTwice() throws {
        let stage = try Stage()
        let whole = try stage.client()
        var terse: Reader? = try stage.client()
        stage.move(0, to: 1)
        #expect(terseBytes(stage) == 0)
        try stage.settle()
        try subscribe(try #require(terse), stage)
        stage.move(0, to: 2)
        #expect(terseBytes(stage) > 0)
        try stage.settle()
        terse = nil
        try stage.settle()
        stage.move(0, to: 3)
        #expect(terseBytes(stage) == 0)
        try stage.settle()
        #expect(short(try whole.lines()) == "a=1 a=2 a=3")
    }

    private func terseBytes(_ stage: Stage) -> Int { stage.server.publisher.batch.terseLines.count }

    private func subscribe(_ client: Reader, _ stage: Stage, _ members: String = "") throws {
        try client.send(#"{"op":"subscribe","terse":true\#(members)}"# + "\n")
        try stage.settle()
        _ = try client.lines()
    }

    /// The terse line of a whole line: the other members are removed.
    private func reduced(_ line: String) -> String {
        guard line.hasPrefix(#"{"event":"value""#) else { return line }
        let members = ["event", "seq", "control", "value", "more"].compactMap { name in
            member(name, of: line).map { #""\#(name)":\#($0)"# }
        }
        return "{\(members.joined(separator: ","))}"
    }
}
