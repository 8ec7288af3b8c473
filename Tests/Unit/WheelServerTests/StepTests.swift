import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelServer

/// `more`, as each client gets it: `a=1+` is a value that another event of its step follows.
@Suite struct StepTests {
    @Test(
        "A step of a client that keeps up",
        arguments: table(
            """
                                                              -> a=1+ a!1+ b=2+ b!2+ c=3+ c!3
            "controls":["a","c"]                              -> a=1+ a!1+ c=3+ c!3
            "controls":["b"]                                  -> b=2+ b!2
            "events":["value"]                                -> a=1+ b=2+ c=3
            "events":["commit"],"controls":["b","c"]          -> b!2+ c!3
            "events":["value"],"controls":["b"]               -> b=2
            "text":true,"controls":["a","b"]                  -> a=1+ a!1+ b=2+ b!2
            "terse":true                                      -> a=1+ a!1+ b=2+ b!2+ c=3+ c!3
            "terse":true,"events":["value"],"controls":["b","c"] -> b=2+ c=3
            "interval_ms":1000                                -> a=1+ a!1+ b=2+ b!2+ c=3+ c!3   # the first values are not held back
            """))
    func ofASubscription(_ row: Row) throws {
        let stage = try Stage()
        let client = try stage.client()
        let members = row.words.joined(separator: " ")
        if !members.isEmpty {
            try client.send(#"{"op":"subscribe",\#(members)}"# + "\n")
            try stage.settle()
        }
        stage.step([1, 2, 3])
        try stage.settle()
        #expect(steps(try client.lines()) == row.output)
    }

    @Test("An event alone has none, and neither has the last before another step")
    func alone() throws {
        let stage = try Stage()
        let client = try stage.client()
        stage.move(0, to: 1)
        stage.commit(0)
        stage.step([2, 3])
        stage.step([4, 5], commits: false)
        try stage.settle()
        #expect(steps(try client.lines()) == "a=1 a!1 a=2+ a!2+ b=3+ b!3 a=4+ b=5")
    }

    @Test("The events of a client's own request, before its reply")
    func beforeAReply() throws {
        let stage = try Stage()
        let client = try stage.client()
        stage.step([1, 2])
        try client.send(#"{"id":1,"op":"ping"}"# + "\n")
        try stage.settle()
        #expect(steps(try client.lines()) == "a=1+ a!1+ b=2+ b!2 ok")
    }

    @Test("A value that is held back has none, and the one before it neither")
    func heldBack() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","interval_ms":1000,"events":["value"]}"# + "\n")
        try stage.settle()
        stage.move(1, to: 1)
        try stage.settle()
        #expect(steps(try client.lines()) == "b=1")
        stage.step([2, 3, 4], commits: false)
        try stage.settle()
        #expect(steps(try client.lines()) == "a=2+ c=4")
        stage.time = stage.time + .milliseconds(2000)
        try stage.settle()
        #expect(steps(try client.lines()) == "b=3")
    }

    @Test("Values that are held back together have none, with or without a commit between them")
    func heldBackTogether() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","interval_ms":1000}"# + "\n")
        try stage.settle()
        stage.step([1, 2, 3], commits: false)
        try stage.settle()
        #expect(steps(try client.lines()) == "a=1+ b=2+ c=3")
        stage.step([4, 5, 6], commits: false)
        try stage.settle()
        #expect(steps(try client.lines()) == "")
        stage.commit(1)
        try stage.settle()
        #expect(steps(try client.lines()) == "b=5 b!5")
        stage.time = stage.time + .milliseconds(2000)
        try stage.settle()
        #expect(steps(try client.lines()) == "a=4 c=6")
    }

    @Test("A step that the kernel splits is whole, for a client that reads")
    func split() throws {
        let names = (0..<100).map { "control\($0)" }
        let stage = try Stage(controls: names)
        let client = try stage.client()
        stage.step(names.indices.map { Double($0 + 1) })
        var lines: [String] = []
        while lines.count < 200 {
            try stage.iterate()
            lines += try client.lines()
        }
        try stage.iterate()
        #expect(stage.server.clients[0].queue.isEmpty)
        #expect(lines.dropLast().allSatisfy { member("more", of: $0) == "true" })
        #expect(member("more", of: try #require(lines.last)) == nil)
        #expect(stage.server.missed == 0)
    }

    @Test("A step with lines that are sent from where they are", arguments: ["", #","events":["commit"]"#])
    func long(_ members: String) throws {
        let (first, last) = (String(repeating: "a", count: 20_000), String(repeating: "c", count: 20_000))
        let stage = try Stage(controls: [first, "b", last])
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","interval_ms":0\#(members)}"# + "\n")
        try stage.settle()
        stage.step([1, 2, 3])
        stage.step([4])
        var lines: [String] = []
        repeat {
            try stage.iterate()
            lines += try client.lines()
        } while stage.server.clients[0].hasUnsent
        let shortened = steps(lines).replacing(first, with: "a").replacing(last, with: "c")
        let values = "a=1+ a!1+ b=2+ b!2+ c=3+ c!3 a=4+ a!4"
        #expect(shortened == (members.isEmpty ? values : "a!1+ b!2+ c!3 a!4"))
    }

    @Test("A value that replaces older ones has none")
    func merged() throws {
        let names = (0..<100).map { "control\($0)" }
        let stage = try Stage(controls: names)
        let client = try stage.client()
        stage.step(names.indices.map { Double($0 + 1) }, commits: false)
        try stage.iterate()
        stage.step(names.indices.map { Double($0 + 2) }, commits: false)
        var lines: [String] = []
        while stage.server.clients[0].hasUnsent {
            try stage.iterate()
            lines += try client.lines()
        }
        let merged = lines.filter { member("skipped", of: $0) != nil }
        #expect(merged.count > 50)
        #expect(merged.allSatisfy { member("more", of: $0) == nil })
        // The values that had been written to the socket are one step, and the newer values are another step.
        let others = lines.filter { member("skipped", of: $0) == nil }
        #expect(others.count > 10)
        #expect(member("more", of: try #require(lines.last)) == nil)
    }

    @Test("As many as four events of each control may wait")
    func fourOfEachControl() throws {
        let names = (0..<200).map { "control\($0)" }
        let stage = try Stage(controls: names)
        let stuck = try stage.client()
        stage.step(names.map { _ in 1 })
        stage.step(names.map { _ in 2 })
        try stage.settle()
        #expect(stage.server.missed == 0)
        #expect(stage.server.clients[0].queue.items.count > 256)
        for value in 3..<10 { stage.step(names.map { _ in Double(value) }) }
        try stage.settle()
        #expect(stage.server.missed > 0)
        #expect(stage.server.clients[0].queue.items.count <= 4 * names.count)
        _ = stuck
    }

    /// Like `short`, with `+` after a line that has `more`.
    private func steps(_ lines: [String]) -> String {
        lines.map { short([$0]) + (member("more", of: $0) == "true" ? "+" : "") }.joined(separator: " ")
    }

    /// Each value has its own text, not the text of the newest value.
    @Test func eachValueHasItsOwnText() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","text":true,"events":["value"]}"# + "\n")
        try stage.settle()
        _ = try client.lines()
        stage.move(0, through: [4e6, 5e6])
        try stage.iterate()
        let texts = try client.lines().compactMap { member("text", of: $0) }
        #expect(texts.count == 2 && texts[0] != texts[1], "\(texts)")
    }
}
