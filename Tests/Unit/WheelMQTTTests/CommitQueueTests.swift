import Testing
import WheelCore

@testable import WheelMQTT
@testable import WheelWire

@Suite struct CommitQueueTests {
    @Test func readingsMakeRoomForTheCommitsOfHands() throws {
        var bench = try CoreBench("queue = 4\n", isBrokerThere: false)
        var listing = CoreBench.listing
        listing.controls[1].movedByHands = false
        bench.receive(.controls(listing))
        for value in 1...3 {
            bench.commit(Double(value))
            for position in ["square", "sine"] {
                bench.receive(commit: .commit(control: "wave", .position(position), cursor: nil, .client(9)))
            }
        }
        #expect(bench.core.consumeDroppedCommits() == 5)
        for value in 4...5 { bench.commit(Double(value)) }
        // A queue that is full of commits by hands drops a reading.
        bench.receive(commit: .commit(control: "wave", .position("saw"), cursor: nil, .client(9)))
        bench.core.brokerCame(at: bench.now)
        bench.work()
        let sent = bench.messages.filter { $0.topic.hasSuffix("/commit") }.map(\.payload)
        #expect(sent == ["2", "3", "4", "5"])
    }

    @Test func anotherBridgeGoesOnWithTheQueue() throws {
        var queue = CommitQueue(room: 100)
        for number in 1...30 { queue.add(MQTTMessage("t", "\(number)", isAcknowledged: true)) }
        for number in 1...20 { queue.recordSent(Int32(number)) }
        _ = queue.acknowledge(1)
        #expect(queue.loss == "29 commits are lost: no broker has acknowledged them")
        var next = CommitQueue(room: 25)
        next.add(queue)
        var order: [String] = []
        while let message = next.next {
            order.append(message.payload)
            next.recordSent(Int32(order.count))
            _ = next.acknowledge(Int32(order.count))
        }
        #expect(order == (6...30).map { "\($0)" })
        #expect(next.consumeDropped() == 4)
        #expect(next.isEmpty && next.loss == nil)
    }
}
