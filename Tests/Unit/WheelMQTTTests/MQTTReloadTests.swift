import Testing
import WheelCore

@testable import WheelMQTT
@testable import WheelWire

@Suite struct MQTTReloadTests {
    @Test func aControlThatGoesIsForgotten() throws {
        var bench = try CoreBench()
        var listing = CoreBench.listing
        listing.controls.removeFirst()
        bench.receive(.controls(listing))
        bench.work()
        #expect(bench.consume() == "gain/value= gain/speed= gain/state=")
        #expect(bench.messages.allSatisfy { $0.isRetained && $0.payload.isEmpty })
        bench.receive("gain/set", "1")
        bench.receive("wave/set", "sine")
        bench.work()
        #expect(bench.requests.map(\.request["control"]) == [.text("wave")])
    }

    @Test func aReplyFromBeforeAReloadIsForNoOtherControl() throws {
        var bench = try CoreBench()
        bench.receive("gain/set", "5")
        bench.work()
        let old = bench.requests
        bench.requests = []
        var listing = CoreBench.listing
        listing.controls.removeFirst()
        bench.receive(.controls(listing))
        bench.receive("wave/set", "square")
        bench.work()
        let new = bench.requests
        bench.requests = old
        try bench.answerAll()
        bench.receive("wave/set", "sine")
        bench.work()
        #expect(bench.requests.isEmpty)
        bench.requests = new
        try bench.answerAll()
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.position("sine"))])
    }

    @Test func aNameWithAWildcardIsLeftOut() throws {
        var bench = try CoreBench()
        var listing = CoreBench.listing
        listing.controls[0].name = "a/+"
        bench.receive(.controls(listing))
        bench.work()
        #expect(bench.messages.allSatisfy { !$0.topic.contains("+") })
        #expect(bench.core.consumeComplaints() == [.unusableName("a/+")])
    }
}
