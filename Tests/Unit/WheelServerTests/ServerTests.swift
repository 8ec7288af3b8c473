import LinuxSystem
import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

@Suite struct ServerTests {
    @Test func everybodyGetsEveryLine() throws {
        let stage = try Stage()
        let (first, second) = (try stage.client(), try stage.client())
        stage.move(0, to: 1)
        stage.move(0, to: 2)
        stage.commit(0)
        try stage.iterate()
        #expect(short(try first.lines()) == "a=1 a=2 a!2")
        #expect(short(try second.lines()) == "a=1 a=2 a!2")
        let late = try stage.client()
        stage.move(1, to: 5)
        try stage.iterate()
        #expect(short(try late.lines()) == "b=5")
        #expect(short(try first.lines()) == "b=5")
    }

    @Test func whoDoesNotReadGetsTheNewestAndAllCommits() throws {
        let stage = try Stage()
        let (stuck, reading) = (try stage.client(), try stage.client())
        var commits = 0
        for round in 1...1000 {
            stage.move(0, to: Double(round))
            stage.move(1, to: Double(-round))
            if round % 10 == 0 {
                stage.commit(0)
                commits += 1
            }
            try stage.iterate()
            _ = try reading.lines()
        }
        var lines: [String] = []
        for _ in 0..<100 {
            lines += try stuck.lines()
            try stage.iterate()
        }
        let values = lines.filter { member("event", of: $0) == "\"value\"" }
        #expect(lines.count { member("event", of: $0) == "\"commit\"" } == commits)
        #expect(values.last { member("control", of: $0) == "\"a\"" }.flatMap { member("value", of: $0) } == "1000")
        #expect(values.last { member("control", of: $0) == "\"b\"" }.flatMap { member("value", of: $0) } == "-1000")
        // Nothing is lost: each value has arrived, or is counted as skipped with its delta in the sum.
        let skipped = values.reduce(0) { $0 + (member("skipped", of: $1).flatMap { Int($0) } ?? 0) }
        #expect(values.count + skipped == 2000)
        let way = values.filter { member("control", of: $0) == "\"a\"" }
            .reduce(0) { $0 + (member("delta", of: $1).flatMap { Double($0) } ?? .nan) }
        #expect(way == 1000)
        #expect(values.count < 200, "a reader that stands still gets what is, not what was")
        let seqs = lines.compactMap { member("seq", of: $0).flatMap { Int($0) } }
        #expect(seqs == seqs.sorted())
    }

    @Test func aStuckClientCostsLittle() throws {
        // With 64 controls, too, at most 256 events wait.
        let names = (0..<64).map { "control-with-a-rather-long-name-\($0)".suffix(31).description }
        let stage = try Stage(controls: names)
        let stuck = try stage.client()
        for round in 0..<20_000 {
            stage.move(round % names.count, to: Double(round) + 0.123456789)
            if round % 3 == 0 { stage.commit(round % names.count) }
            try stage.iterate()
        }
        let client = try #require(stage.server.clients.first)
        let kept = client.queue.items.reduce(client.rest.capacity) { sum, item in
            switch item {
            case .value(_, let line): sum + MemoryLayout.stride(ofValue: item) + (line.map { $0.capacity + 32 } ?? 0)
            case .event(let line, _, _, _, _), .controls(let line), .answer(let line),
                .sharedAnswer(let line, _), .frame(let line, _):
                sum + MemoryLayout.stride(ofValue: item) + line.capacity + 32
            }
        }
        // The kernel holds up to twice the size that was set, and the last line that it has accepted.
        #expect(kept + 2 * Server.sendBufferBytes + 1024 <= 128 * 1024, "\(kept) bytes are kept for it")
        #expect(client.queue.items.count <= ClientQueue.most)
        #expect(stage.server.missed > 0)
        _ = stuck
    }

    /// A client that takes 20 ms for each line gets values that are at most 150 ms old, whatever other clients do.
    @Test(arguments: [1, 2, 40])
    func aSlowReaderIsNeverFarBehind(controls: Int) throws {
        let stage = try Stage(controls: (0..<controls).map { "frequency\($0)" })
        let slow = try stage.client()
        var worst = 0.0
        for round in 0..<10_000 {
            stage.time = stage.time + .milliseconds(1)
            stage.move(round % controls, to: Double(round) + 0.0625)
            try stage.iterate()
            guard round % 20 == 19, let line = try slow.line() else { continue }
            let time = try #require(member("time", of: line).flatMap { Double($0) })
            worst = max(worst, Double(stage.time.microseconds) / 1e6 - time)
        }
        #expect(worst <= 0.150, "\(worst) s old")
        #expect(worst > 0.020, "a reader that slow is behind")
    }

    @Test func whoWantsNoMissedIsNotWokenForIt() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","events":["commit"]}"# + "\n")
        try stage.settle()
        for round in 1...1000 {
            stage.move(0, to: Double(round))
            stage.commit(0)
            try stage.iterate()
        }
        for _ in 0..<200 {
            _ = try client.lines()
            try stage.iterate()
        }
        #expect(try stage.loop.iterate(wakeAt: .distantPast) == 0, "nothing is left to be woken for")
        #expect(stage.server.missed > 0)
    }

    @Test func rawEventsGoToWhoAskedAlone() throws {
        let stage = try Stage()
        let (plain, curious) = (try stage.client(), try stage.client())
        try curious.send(#"{"op":"subscribe","events":["raw","value"]}"# + "\n")
        try stage.settle()
        stage.server.publish(.raw(input: "knob", code: "REL_DIAL", value: 1), at: stage.time)
        stage.move(0, to: 1)
        try stage.iterate()
        #expect(short(try plain.lines()) == "a=1")
        #expect(short(try curious.lines()) == "raw a=1")
    }

    @Test func asksForSomeAlone() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"id":1,"op":"subscribe","controls":["b"],"events":["commit"]}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()) == "ok")
        for control in 0...1 {
            stage.move(control, to: 3)
            stage.commit(control)
        }
        try stage.iterate()
        #expect(short(try client.lines()) == "b!3")
        try client.send(#"{"id":2,"op":"subscribe","controls":["nobody"]}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()) == "\"unknown-control\"")
    }

    @Test func thinsValuesButNoCommits() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","interval_ms":100}"# + "\n")
        try stage.settle()
        var told: [String] = []
        for round in 1...25 {
            stage.time = stage.time + .milliseconds(10)
            stage.move(0, to: Double(round))
            if round == 5 { stage.commit(0) }
            try stage.iterate()
            told += try client.lines()
        }
        #expect(short(told) == "a=1 a=5~3 a!5 a=15~9 a=25~9")
        // The last value is sent at the server's deadline.
        stage.move(0, to: 26)
        try stage.iterate()
        #expect(try client.lines().isEmpty)
        let due = try #require(stage.server.deadline)
        #expect(due == stage.time + .milliseconds(100))
        stage.time = due
        try stage.iterate()
        #expect(short(try client.lines()) == "a=26")
        #expect(stage.server.deadline == nil)
    }

    @Test func addsTheText() throws {
        let stage = try Stage()
        let (plain, wordy) = (try stage.client(), try stage.client())
        try wordy.send(#"{"op":"subscribe","text":true}"# + "\n")
        try stage.settle()
        stage.move(0, to: 4)
        try stage.iterate()
        let line = try #require(try wordy.lines().first)
        #expect(member("text", of: line)?.hasSuffix("Hz\"") == true, "\(line)")
        #expect(try plain.lines().first.flatMap { member("text", of: $0) } == nil)
    }

    @Test func eventsComeBeforeTheReplyThatCausesThem() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"id":1,"op":"set","control":"a","value":7}"# + "\n")
        try stage.settle()
        #expect(short(try client.lines()) == "a=7 ok")
    }

    @Test func anAnswerThatComesLaterKeepsTheOrder() throws {
        let stage = try Stage()
        let (client, other) = (try stage.client(), try stage.client())
        try client.send(#"{"id":1,"op":"screenshot"}"# + "\n" + #"{"id":2,"op":"set","control":"a","value":7}"# + "\n")
        try stage.settle()
        try client.send(#"{"id":3,"op":"ping"}"# + "\n")
        try stage.settle()
        #expect(try client.lines() == [])
        // Meanwhile other clients are served, and events are sent.
        try other.send(#"{"id":1,"op":"set","control":"b","value":5}"# + "\n")
        try stage.settle()
        #expect(short(try other.lines()) == "b=5 ok")
        #expect(short(try client.lines()) == "b=5")
        stage.server.answer(client: 1, .failure(RequestError(.noDisplay, "gone")))
        stage.server.answer(client: 1, .success(.done))
        try stage.settle()
        #expect(short(try client.lines()) == "\"no-display\" a=7 ok ok")
    }

    @Test func whoEndsIsStillAnsweredAndWhoLeavesIsForgotten() throws {
        let stage = try Stage()
        let ending = try stage.client()
        var leaving: Reader? = try stage.client()
        try ending.send(#"{"id":1,"op":"screenshot"}"# + "\n")
        try leaving?.send(#"{"id":1,"op":"screenshot"}"# + "\n")
        try stage.settle()
        try ending.endSending()
        try stage.settle()
        #expect(stage.left == [])
        leaving = nil
        try stage.settle()
        #expect(stage.left == [2])
        stage.server.answer(client: 2, .success(.done))
        stage.server.answer(client: 1, .success(.done))
        try stage.settle()
        #expect(short(try ending.lines()) == "ok")
        #expect(stage.left == [2, 1])
    }

    @Test func takesOnlySomeRequestsAtATime() throws {
        let stage = try Stage()
        let client = try stage.client()
        stage.workTime = .milliseconds(1)
        try client.send(String(repeating: "{\"op\":\"list\"}\n", count: 100))
        try stage.iterate()
        #expect(stage.requests.count <= 6)
        try stage.settle()
        #expect(stage.requests.count == 100)
    }

    @Test func whoDoesNotReadItsAnswersIsNotReadFrom() throws {
        let stage = try Stage()
        let client = try stage.client()
        var sent = 0
        for _ in 0..<2_000 {
            for _ in 0..<20 {
                try client.send("{\"id\":\(sent),\"op\":\"ping\"}\n")
                sent += 1
            }
            try stage.iterate()
            let kept = try #require(stage.server.clients.first)
            guard kept.queue.answerBytes <= ClientConnection.mostAnswerBytes + 4096 else { break }
        }
        #expect((stage.server.clients.first?.queue.answerBytes ?? 0) <= ClientConnection.mostAnswerBytes + 4096)
        // When the client reads at last, it gets all its answers.
        var answers: [String] = []
        for _ in 0..<5_000 {
            answers += try client.lines()
            try stage.iterate()
        }
        #expect(answers.count > 500)
        #expect(answers.allSatisfy { member("ok", of: $0) == "true" })
    }

    @Test func aTooLongLineEndsTheConnection() throws {
        let stage = try Stage(definers: [])
        let (loud, other) = (try stage.client(), try stage.client())
        var left = WireProtocol.longestRequest + 1
        while left > 0 {
            let part = min(left, 4096)
            try loud.send(String(repeating: "x", count: part))
            left -= part
            try stage.iterate()
        }
        try stage.settle()
        #expect(short(try loud.lines()) == "\"too-long\"")
        _ = try loud.lines()
        #expect(try loud.hasEnded())
        #expect(stage.left == [1])
        stage.move(0, to: 1)
        try stage.iterate()
        #expect(short(try other.lines()) == "a=1")
    }

    @Test func refusesOneTooMany() throws {
        let stage = try Stage(maxClients: 2)
        let (first, second) = (try stage.client(), try stage.client())
        let third = Reader(try UnixConnection.connect(to: stage.path))
        try stage.settle()
        #expect(short(try third.lines()) == "\"too-many-clients\"")
        #expect(try third.hasEnded())
        stage.move(0, to: 1)
        try stage.iterate()
        #expect(short(try first.lines() + second.lines()) == "a=1 a=1")
    }
}
