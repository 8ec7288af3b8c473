import Testing
import WheelCore

@testable import WheelMQTT
@testable import WheelWire

@Suite struct MQTTFullWireTests {
    @Test func aConnectionWithoutRoomIsTriedNowAndThen() throws {
        var bench = try CoreBench()
        bench.hasRoom = false
        bench.turn(to: 1)
        bench.commit(1)
        bench.receive(.press(input: "dial", button: nil, .click))
        bench.work()
        let end = bench.now + .seconds(1)
        var wakes = 0
        while let deadline = bench.core.deadline, deadline < end, wakes < 1000 {
            wakes += 1
            bench.work(after: max(.zero, deadline - bench.now))
        }
        #expect(wakes <= 50)
        bench.hasRoom = true
        bench.work()
        #expect(bench.consume() == "gain/value=1 dial/press=click! gain/commit=1!")
        #expect(bench.core.deadline == nil)
    }

    @Test func noWaitEndsForACommitThatTheBrokerHasNotAcknowledged() throws {
        var bench = try CoreBench()
        for value in 1...25 { bench.commit(Double(value)) }
        bench.work()
        bench.work()
        #expect(bench.messages.filter(\.isAcknowledged).count == CommitQueue.window)
        #expect(bench.core.deadline == nil)
    }
}
