import Testing

@testable import WheelServer

@Suite struct CommitReaderTests {
    @Test(arguments: [(4000, 0), (5000, 5000)])
    func itMayFallFurtherBehind(commits: Int, most: Int) throws {
        let stage = try Stage()
        let reader = try stage.client()
        let other = try stage.client()
        try reader.send(#"{"op":"subscribe","events":["commit","missed"]}"# + "\n")
        try stage.settle()
        _ = try reader.lines()
        for number in 1...commits {
            stage.move(0, to: Double(number))
            stage.commit(0)
            try stage.iterate()
        }
        let queues = stage.server.clients.map(\.queue)
        #expect(queues[0].missed <= most && queues[0].items.count <= ClientQueue.mostCommits)
        #expect((queues[0].missed == 0) == (most == 0))
        #expect(queues[1].missed > 0 && queues[1].items.count <= ClientQueue.most)
        _ = other
    }
}
