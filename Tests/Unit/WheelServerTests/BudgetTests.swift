import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

@Suite struct BudgetTests {
    /// Each request takes longer than a client's turn, `Budget.turn`.
    @Test func requestsOfAllClientsHaveTheirTurns() throws {
        let stage = try Stage()
        let clients = try (0..<6).map { _ in try stage.client() }
        stage.workTime = Interval(microseconds: Budget.turn.microseconds + 500)
        for client in clients {
            try client.send(String(repeating: #"{"id":1,"op":"list"}"# + "\n", count: 20))
        }
        let most = Int(Budget.requests.microseconds / stage.workTime.microseconds) + 1
        var answered = [Int](repeating: 0, count: clients.count)
        var before = 0
        while stage.requests.count < 60 {
            try stage.iterate()
            #expect(stage.requests.count - before <= most)
            #expect(stage.requests.count > before)
            before = stage.requests.count
            for (index, client) in clients.enumerated() { answered[index] += try client.lines().count }
            #expect((answered.max() ?? 0) - (answered.min() ?? 0) <= 1, "\(answered)")
        }
        try stage.settle()
        #expect(stage.requests.count == 120)
    }

    @Test func longEventsAreDroppedByTheirBytes() {
        var queue = ClientQueue()
        let line = [UInt8](repeating: 32, count: Budget.waitingBytes / 10)
        for number in 0..<100 { queue.add(event: line, isKept: number.isMultiple(of: 10), control: nil) }
        #expect(queue.eventBytes <= Budget.waitingBytes)
        #expect(queue.count == 10)
        #expect(queue.missed == 90)
        // Commits are dropped last, so here only commits are left.
        #expect(
            queue.places.allSatisfy { item in
                if case .event(_, let isKept, _, _, _)? = item { isKept } else { true }
            })
    }

    /// Long values, as of many large selections, are merged, so they do not displace commits.
    @Test func longValuesPushNoCommitOut() {
        var queue = ClientQueue()
        let line = [UInt8](repeating: 32, count: 67_000)
        for control in 0..<23 {
            queue.add(WaitingValue(WaitingValue.Subject(control), delta: 1), line: line)
            queue.add(event: line, isKept: true, control: control)
        }
        #expect(queue.missed == 0)
        #expect(queue.count == 46)
        for _ in 0..<100 { queue.add(WaitingValue(WaitingValue.Subject(0), delta: 1), line: line) }
        #expect(queue.valueBytes <= Budget.waitingBytes)
        #expect(queue.missed == 0)
    }

    @Test func aLongLineIsOneForAllClients() throws {
        let stage = try Stage()
        let clients = try (0..<3).map { _ in try stage.client() }
        let presets = (0..<2000).map {
            PresetState(name: "preset \($0)", label: "label", isWritable: false, values: [])
        }
        stage.server.publish(.controls(Listing(controls: [], inputs: [], presets: presets)), at: stage.time)
        for client in stage.server.clients { stage.server.give(batchTo: client) }
        var sent = ""
        let places = stage.server.clients.compactMap { client -> UnsafeRawPointer? in
            guard case .controls(let line)?? = client.queue.places.last else { return nil }
            sent = String(decoding: line.dropLast(), as: UTF8.self)
            return line.withUnsafeBytes { $0.baseAddress }
        }
        #expect(places.count == 3)
        #expect(Set(places).count == 1)
        var lines = clients.map { _ in [String]() }
        for _ in 0..<1000 where lines.contains(where: \.isEmpty) {
            try stage.iterate()
            for (index, client) in clients.enumerated() { lines[index] += try client.lines() }
        }
        #expect(lines.allSatisfy { $0 == [sent] })
    }

    /// Clients share one listing, even if their requests have a member that the daemon does not know.
    @Test func aLongListingIsOneForAllWhoAsk() throws {
        let stage = try Stage()
        let clients = try (0..<3).map { _ in try stage.client() }
        let presets = (0..<2000).map {
            PresetState(name: "preset \($0)", label: "label", isWritable: false, values: [])
        }
        stage.listing = Listing(controls: [], inputs: [], presets: presets).asWritten()
        for client in clients { try client.send(#"{"id":1,"op":"list","x":1}"# + "\n") }
        try stage.loop.iterate(wakeAt: .distantPast)
        // On a busy machine one call may not answer all requests.
        for _ in 0..<1000 where stage.server.clients.contains(where: \.queue.places.isEmpty) {
            stage.server.workOnRequests()
        }
        let places = stage.server.clients.compactMap { client -> UnsafeRawPointer? in
            guard case .sharedAnswer(let head, let line)?? = client.queue.places.last else { return nil }
            #expect(String(decoding: head, as: UTF8.self) == #"{"reply":1,"ok":true,"ignored":["x"]"#)
            return line.withUnsafeBytes { $0.baseAddress }
        }
        #expect(places.count == 3)
        #expect(Set(places).count == 1)
    }

    @Test func aClientKeepsNoMemoryOfALongLine() {
        var inbox = Inbox()
        inbox.longestLine = 1 << 20
        var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        bytes += Array("\nrest".utf8)
        bytes.withUnsafeBytes { inbox.append($0) }
        guard case .line(let line) = inbox.next() else {
            Issue.record("there is no line")
            return
        }
        #expect(line.count == 1 << 20)
        #expect(inbox.bytes == Array("rest".utf8))
        #expect(inbox.bytes.capacity < 1024)
    }

    @Test func readersLeavePlacesToThoseWhoMayWrite() throws {
        let stage = try Stage(maxClients: 16, writers: [])
        let limits = Budget.readers(of: 16)
        #expect(limits == (8, 12))
        var clients = try (0..<limits.user).map { _ in try stage.client() }
        try expectRefusal(by: stage)
        // The clients now belong to another user, so more are accepted.
        for client in stage.server.clients { client.user = .max }
        clients += try (limits.user..<limits.all).map { _ in try stage.client() }
        try expectRefusal(by: stage)
        // Clients that connect from now on may write; the earlier clients still may not.
        stage.server.admit(ClientRights(write: AccountList(nil), define: AccountList([])), maxClients: 16)
        for client in stage.server.clients { client.mayWrite = false }
        clients += try (limits.all..<16).map { _ in try stage.client() }
        #expect(stage.server.clients.count { $0.mayWrite } == 4)
        try expectRefusal(by: stage)
        withExtendedLifetime(clients) {}
    }

    private func expectRefusal(by stage: Stage) throws {
        let late = try stage.connection()
        #expect(try late.lines().first.flatMap { member("error", of: $0) } == "\"too-many-clients\"")
    }

    @Test(arguments: [(1, 1, 1), (2, 1, 2), (3, 2, 3), (24, 12, 20), (64, 32, 60), (10_000, 5000, 9996)])
    func placesOfReaders(_ places: Int, _ user: Int, _ all: Int) {
        #expect(Budget.readers(of: places) == (user, all))
    }
}
