import LinuxSystem
import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

@Suite struct ChangingTests {
    private static func thinned(_ more: String = "") -> String {
        #"{"op":"subscribe","interval_ms":1000"# + more + "}\n"
    }

    @Test func whatIsHeldBackComesBeforeTheAnswerOrNever() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(Self.thinned())
        try stage.settle()
        for value in 1...3 {
            stage.move(0, to: Double(value))
            stage.move(1, to: Double(-value))
            try stage.iterate()
        }
        #expect(short(try client.lines()) == "a=1 b=-1")
        try client.send(#"{"id":1,"op":"subscribe","interval_ms":1000,"controls":["b"]}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()) == "a=3~1 ok")
        stage.move(0, to: 4)
        stage.move(1, to: -4)
        stage.commit(0)
        stage.time = stage.time + .seconds(1)
        try stage.iterate()
        #expect(short(try client.lines()) == "b=-4~2")
        stage.move(1, to: -5)
        try stage.iterate()
        try client.send(#"{"id":2,"op":"subscribe"}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()).split(separator: " ").sorted() == ["b=-5", "ok"])
    }

    /// A value that the new subscription excludes must not replace a waiting value, because older commits may follow
    /// the waiting value.
    @Test(arguments: [#""controls":["b"]"#, #""events":["commit"]"#, #""events":["press"],"text":true"#])
    func nothingNewerTakesThePlaceOfWhatWaits(narrower: String) throws {
        let stage = try Stage()
        let stuck = try stage.client()
        for round in 1...300 {
            stage.move(0, to: Double(round))
            if round % 10 == 0 { stage.commit(0) }
            try stage.iterate()
        }
        #expect(stage.server.clients.first?.isBehind == true)
        stage.move(0, to: 301)
        try stuck.send("{\"id\":1,\"op\":\"subscribe\",\(narrower)}\n")
        try stage.iterate()
        for round in 302...400 {
            stage.move(0, to: Double(round))
            try stage.iterate()
        }
        var lines: [String] = []
        for _ in 0..<200 {
            lines += try stuck.lines()
            try stage.iterate()
        }
        let seqs = lines.compactMap { member("seq", of: $0).flatMap { Int($0) } }
        #expect(seqs == seqs.sorted())
        let values = lines.filter { member("event", of: $0) == "\"value\"" }
        #expect(values.last.flatMap { member("value", of: $0) } == "301")
        #expect(values.allSatisfy { member("text", of: $0) == nil })
        // The value belongs to the old subscription, so it precedes the reply.
        #expect(short(Array(lines.suffix(2))).hasPrefix("a=301~"))
        #expect(short(Array(lines.suffix(1))) == "ok")
        let skipped = values.reduce(0) { $0 + (member("skipped", of: $1).flatMap { Int($0) } ?? 0) }
        #expect(values.count + skipped == 301)
    }

    /// A client that does not read, and changes its subscription often, does not need more memory.
    @Test func aQueueStaysShortWhileASubscriptionChanges() throws {
        let stage = try Stage()
        let stuck = try stage.client()
        for round in 1...3000 {
            stage.move(0, to: Double(round))
            stage.move(1, to: Double(round))
            try stuck.send(
                round % 2 == 0 ? #"{"op":"subscribe"}"# + "\n" : #"{"op":"subscribe","controls":["c"]}"# + "\n")
            try stage.iterate()
        }
        #expect((stage.server.clients.first?.queue.items.count ?? 0) <= 8)
        _ = stuck
    }

    /// At a commit, the value that was held back is sent at once, even to a client that has not subscribed to commits.
    @Test func theValueThatACommitConfirmsIsNotHeldBack() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(Self.thinned(#","events":["value"]"#))
        try stage.settle()
        for value in 1...2 {
            stage.move(0, to: Double(value))
            try stage.iterate()
        }
        #expect(short(try client.lines()) == "a=1")
        stage.commit(0)
        try stage.iterate()
        #expect(short(try client.lines()) == "a=2")
    }

    @Test func aReloadKeepsWhatIsHeldBack() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(Self.thinned())
        try stage.settle()
        for value in 1...3 {
            for control in 0...2 { stage.move(control, to: Double(10 * control + value)) }
            try stage.iterate()
        }
        #expect(short(try client.lines()) == "a=1 b=11 c=21")
        stage.reload(controls: ["c", "new", "a"])
        try stage.iterate()
        // The value of a removed control is not held back, because no newer value can follow.
        #expect(short(try client.lines()) == "b=13~1 controls")
        stage.move(0, to: 24)
        try stage.iterate()
        stage.time = stage.time + .seconds(1)
        try stage.iterate()
        #expect(short(try client.lines()) == "a=3~1 c=24~2")
        #expect(stage.server.deadline == nil)
    }

    /// Every value that a slow reader does not get is counted as skipped, even over many reloads.
    @Test func aReloadKeepsWhatASlowReaderWaitsFor() throws {
        let stage = try Stage()
        let stuck = try stage.client()
        var reloads = 0
        for round in 1...900 {
            for control in 0..<stage.panel.controls.count { stage.move(control, to: Double(round * 10 + control)) }
            if round % 50 == 0 {
                reloads += 1
                stage.reload(controls: round % 100 == 0 ? ["c", "b", "a"] : ["a", "b", "d", "c"])
            }
            try stage.iterate()
        }
        let published = stage.server.seq
        var lines: [String] = []
        for _ in 0..<500 {
            lines += try stuck.lines()
            try stage.iterate()
        }
        let skipped = lines.reduce(0) { $0 + (member("skipped", of: $1).flatMap { Int($0) } ?? 0) }
        let missed = lines.reduce(0) { $0 + (member("count", of: $1).flatMap { Int($0) } ?? 0) }
        let told = lines.count { member("event", of: $0) != "\"missed\"" }
        // A newer `controls` replaces a waiting one, and has the whole state.
        let replaced = reloads - lines.count { member("event", of: $0) == "\"controls\"" }
        #expect(replaced > 0)
        #expect(
            told + skipped + missed + replaced == published,
            "\(told) told, \(skipped) skipped, \(missed) missed, \(replaced) replaced")
        let seqs = lines.filter { member("event", of: $0) != "\"missed\"" }
            .compactMap { member("seq", of: $0).flatMap { Int($0) } }
        #expect(seqs == seqs.sorted())
        #expect(lines.allSatisfy { $0.hasPrefix("{\"event\":\"") && $0.hasSuffix("}") })
    }
}
