import LinuxSystem
import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

@Suite struct LeavingTests {
    private static let interval = #"{"op":"subscribe","interval_ms":3600000}"# + "\n"

    /// A hangup wakes the loop in every iteration until the connection is closed. So a value that is held back for an
    /// hour must not keep the connection open.
    @Test func whoGoesWhileAValueIsHeldBackIsForgotten() throws {
        let stage = try Stage()
        var reader: Reader? = try stage.client()
        try reader?.send(Self.interval)
        try stage.settle()
        for value in 1...2 {
            stage.move(0, to: Double(value))
            try stage.iterate()
        }
        #expect(short(try reader?.lines() ?? []) == "a=1")
        reader = nil
        try stage.settle()
        try expectNobody(at: stage)
    }

    @Test func whoGoesWithoutReadingIsForgotten() throws {
        for request in ["", Self.interval, #"{"op":"subscribe","events":["commit"]}"# + "\n"] {
            let stage = try Stage()
            var stuck: Reader? = try stage.client()
            try stuck?.send(request)
            for round in 1...500 {
                stage.move(0, to: Double(round))
                if round % 3 == 0 { stage.commit(0) }
                try stage.iterate()
            }
            stuck = nil
            try stage.settle()
            try expectNobody(at: stage)
        }
    }

    @Test func whoGoesWithoutReadingItsAnswersIsForgotten() throws {
        let stage = try Stage()
        var stuck: Reader? = try stage.client()
        for number in 0..<20_000 where (stage.server.clients.first?.isFull ?? true) == false {
            try stuck?.send("{\"id\":\(number),\"op\":\"ping\"}\n")
            if number % 50 == 0 { try stage.iterate() }
        }
        #expect(stage.server.clients.first?.isFull == true)
        stuck = nil
        for _ in 0..<1000 { try stage.iterate() }
        try expectNobody(at: stage)
    }

    /// Requests that a client sent before it left are performed, although nobody will read the answers.
    @Test func whatWasAskedForIsDone() throws {
        let stage = try Stage()
        var client: Reader? = try stage.client()
        try client?.send(#"{"id":1,"op":"screenshot"}"# + "\n")
        try stage.settle()
        for value in 1...100 { try client?.send("{\"op\":\"set\",\"control\":\"a\",\"value\":\(value)}\n") }
        client = nil
        for _ in 0..<20 { try stage.iterate() }
        #expect(stage.requests.count == 101)
        try expectNobody(at: stage)
    }

    /// Once nobody can read the answers, even expensive requests cost nothing, and the client's place is free.
    @Test func whatOnlyALeaverWouldReadIsNotMade() throws {
        let stage = try Stage()
        var client: Reader? = try stage.client()
        for operation in ["list", "get", "stats", "screenshot"] {
            try client?.send("{\"id\":1,\"op\":\"\(operation)\",\"control\":\"none\"}\n")
        }
        try client?.send(#"{"id":2,"op":"set","control":"a","value":3}"# + "\n")
        try client?.send(#"{"id":3,"op":"list"}"# + "\n")
        client = nil
        try stage.settle()
        #expect(stage.requests.map(\.operation) == [.set])
        try expectNobody(at: stage)
    }

    /// A client that continues to read but sends no more requests is closed when everything has been sent, so the value
    /// that is held back for it is sent at once.
    @Test func whoAsksForNothingMoreGetsWhatIsHeldBack() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(Self.interval)
        try stage.settle()
        for value in 1...3 {
            stage.move(0, to: Double(value))
            try stage.iterate()
        }
        try client.endSending()
        try stage.settle()
        #expect(short(try client.lines()) == "a=1 a=3~1")
        try expectNobody(at: stage)
    }

    /// A commit that a disconnection causes is sent in the same iteration, with the events that follow from it.
    @Test(arguments: [1, 2, 5])
    func whatALeaverHadOpenIsToldAtOnce(leavers: Int) throws {
        let stage = try Stage()
        let watcher = try stage.client()
        var leaving: [Reader] = []
        for _ in 0..<leavers { leaving.append(try stage.client()) }
        stage.move(0, to: 3)
        try stage.settle()
        #expect(short(try watcher.lines()) == "a=3")
        var turn = 0
        stage.whenLeft = { [unowned stage] in
            turn += 1
            stage.move(1, to: Double(turn))
            stage.commit(turn == 1 ? 0 : 1)
        }
        leaving = []
        try stage.iterate()
        #expect(stage.left.count == leavers)
        let expected = (1...leavers).map { "b=\($0) " + ($0 == 1 ? "a!3" : "b!\($0)") }
        #expect(short(try watcher.lines()) == expected.joined(separator: " "))
        #expect(stage.server.deadline == nil)
    }

    private func expectNobody(at stage: Stage) throws {
        #expect(stage.server.clientCount == 0)
        #expect(try stage.loop.iterate(wakeAt: .distantPast) == 0, "the loop is woken without end")
    }
}
