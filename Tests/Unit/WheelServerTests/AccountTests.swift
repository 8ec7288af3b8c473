import TestSupport
import Testing

@testable import WheelServer

/// Each event is sent, replaced by a newer value or counted as missed, exactly once, however much the client's socket
/// accepts and wherever it cuts a line.
@Suite struct AccountTests {
    @Test("A line that the kernel cuts anywhere is sent once")
    func everyCut() throws {
        let least = 2304
        for size in least..<least + 200 {
            let stage = try Stage()
            let reader = try stage.client()
            // The kernel doubles this size, and one send accepts a little less than half of the doubled size.
            try stage.server.clients[0].connection.setSendBuffer(bytes: size)
            var account = Account(stage)
            for round in 1...40 {
                account.move(round % 2, to: Double(round))
                account.commit(round % 2)
                if round == 30 { try stage.iterate() }
            }
            #expect(try account.problem(reader) == nil, "a send buffer of \(size) bytes")
        }
    }

    @Test("A line of `missed` that the kernel cuts anywhere is sent once")
    func everyCutOfMissed() throws {
        // The kernel accepts a part of a long reply, and later as many bytes again: the rest of the reply and the lines
        // that follow.
        let taken = 10_000 - (try AccountTests.stuck(withReplyOf: 10_000).client.rest.count)
        var cuts = 0
        for rest in taken - 100...taken {
            let (stage, reader, client) = try AccountTests.stuck(withReplyOf: taken + rest)
            var account = Account(stage)
            for round in 1...290 {
                account.move(0, to: Double(round))
                account.commit(0)
            }
            stage.server.flush(at: stage.time)
            try account.read(reader)
            try stage.iterate()
            let cut = String(decoding: client.rest, as: UTF8.self)
            if !cut.hasPrefix("{"), member("count", of: cut) != nil { cuts += 1 }
            #expect(try account.problem(reader) == nil, "\(rest) bytes before")
        }
        #expect(cuts > 20, "the kernel cuts elsewhere")
    }

    @Test("Each event is sent, replaced or missed, once")
    func everyEvent() {
        let problem = counterexample("account of a slow reader", seed: 20, cases: 40) { random in
            do { return try AccountTests.play(&random) } catch { return "\(error)" }
        }
        #expect(problem == nil)
    }

    @Test func whoTakesFewerValuesNoMoreGetsEachOnce() throws {
        let stage = try Stage()
        let client = try stage.client()
        try client.send(#"{"op":"subscribe","interval_ms":1000}"# + "\n")
        try stage.settle()
        stage.move(0, to: 1)
        try stage.iterate()
        stage.move(0, to: 2)
        try stage.iterate()
        #expect(short(try client.lines()) == "a=1")
        // The newer value comes in the iteration that answers the request, before anything is sent.
        try client.send(#"{"op":"subscribe"}"# + "\n")
        try stage.loop.iterate(wakeAt: .distantPast)
        stage.server.workOnRequests()
        stage.move(0, to: 3)
        try stage.settle()
        #expect(short(try client.lines()) == "a=3~1")
    }

    @Test func whoReadsAlongLosesNoCommitToValuesThatCanBeMerged() throws {
        let stage = try Stage()
        let client = try stage.client()
        var account = Account(stage)
        for round in 1...400 { account.move(0, to: Double(round)) }
        account.commit(0)
        for round in 1...200 {
            account.move(1, to: Double(round))
            account.commit(1)
        }
        // The reply must follow all these lines, so it waits behind them in the queue.
        try client.send(#"{"id":"end","op":"ping"}"# + "\n")
        #expect(try account.problem(client) == nil)
        #expect(stage.server.missed == 0)
    }

    /// A client to which only a part of a reply could be sent.
    private static func stuck(withReplyOf bytes: Int) throws -> (
        stage: Stage, reader: Reader, client: ClientConnection
    ) {
        let stage = try Stage()
        let reader = try stage.client()
        let id = String(repeating: "x", count: bytes - #"{"reply":"","ok":true}"#.utf8.count - 1)
        try reader.send(#"{"id":""# + id + #"","op":"reload"}"# + "\n")
        try stage.settle()
        return (stage, reader, try #require(stage.server.clients.first))
    }

    private static func play(_ random: inout SeededGenerator) throws -> String? {
        let stage = try Stage()
        let reader = try stage.client()
        try stage.server.clients[0].connection.setSendBuffer(bytes: random.int(in: 2304...6000))
        var account = Account(stage)
        for _ in 0..<random.int(in: 5...40) {
            switch random.choice(8) {
            case 0, 1:
                for _ in 0..<random.int(in: 1...300) {
                    let control = random.choice(3)
                    account.move(control, to: Double(random.choice(1_000_000)) / 1000)
                    if random.once(in: 2) { account.commit(control) }
                }
            case 2: for _ in 0..<random.int(in: 1...5) { account.move(random.choice(3), to: random.decimal()) }
            case 3: for _ in 0..<random.int(in: 1...300) { account.move(0, to: random.decimal()); account.commit(0) }
            // The reply may be longer than one send, so the kernel may cut a line after it.
            case 4:
                let id = String(repeating: "x", count: random.choice(5000))
                try reader.send("{\"id\":\"\(id)\",\"op\":\"reload\"}\n")
            case 5: try account.read(reader)
            case 6: for _ in 0..<random.int(in: 1...30) { try account.read(reader, lines: 1) }
            default: try stage.iterate()
            }
            if random.once(in: 3) { try stage.iterate() }
        }
        return try account.problem(reader)
    }
}

/// Compares the lines that one client was sent with the published events.
private struct Account {
    private let stage: Stage
    private let base: Int
    private var commits: [Int] = []
    private var lines: [String] = []

    init(_ stage: Stage) {
        self.stage = stage
        base = stage.server.seq
    }

    mutating func move(_ control: Int, to value: Double) { stage.move(control, to: value) }

    mutating func commit(_ control: Int) {
        let before = stage.server.seq
        stage.commit(control)
        if stage.server.seq > before { commits.append(stage.server.seq) }
    }

    mutating func read(_ reader: Reader) throws { lines += try reader.lines() }

    mutating func read(_ reader: Reader, lines count: Int) throws {
        for _ in 0..<count { if let line = try reader.line() { lines.append(line) } }
    }

    /// Reads the remaining lines. Returns what is wrong, or nil.
    mutating func problem(_ reader: Reader) throws -> String? {
        for _ in 0..<10_000 {
            try stage.iterate()
            try read(reader)
            guard stage.server.clients.contains(where: { !$0.isUpToDate }) else { break }
        }
        if stage.server.clients.contains(where: { !$0.isUpToDate }) { return "something is not sent" }
        try read(reader)
        let events = lines.filter { member("event", of: $0) != nil && member("event", of: $0) != "\"missed\"" }
        let skipped = sum("skipped", lines)
        let missed = sum("count", lines)
        let published = stage.server.seq - base
        let told = "\(events.count) events, \(skipped) skipped, \(missed) missed"
        if events.count + skipped + missed != published { return "\(told) of \(published)" }
        let sent = events.filter { member("event", of: $0) == "\"commit\"" }.compactMap { number("seq", $0) }
        if !Set(sent).isSubset(of: commits) || Set(sent).count != sent.count { return "a commit comes twice" }
        if sent.count + missed != commits.count { return "\(told), \(sent.count) of \(commits.count) commits" }
        if missed != stage.server.missed { return "\(told), \(stage.server.missed) in the statistics" }
        let order = events.compactMap { number("seq", $0) }
        return order == Array(Set(order)).sorted() ? nil : "out of order: \(order)"
    }

    private func number(_ name: String, _ line: String) -> Int? { member(name, of: line).flatMap { Int($0) } }

    private func sum(_ name: String, _ lines: [String]) -> Int { lines.reduce(0) { $0 + (number(name, $1) ?? 0) } }
}
