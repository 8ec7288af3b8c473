import Testing
import WheelCore
import WheelWire

@testable import WheelOSC

@Suite struct OSCReloadTests {
    @Test func aReplyFromBeforeAReloadIsForNoOtherControl() throws {
        var bench = try OSCBench()
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(5)]))
        bench.work()
        let old = bench.requests
        bench.requests = []
        var listing = OSCBench.listing
        listing.controls.removeFirst()
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        bench.receive(OSCMessage("/wheeld/wave", [.int(1)]))
        bench.work()
        #expect(bench.asked == ["wave=square"])
        let new = bench.requests
        bench.requests = []
        for (_, id) in old { _ = bench.core.receive(try .made(to: try #require(id)), at: bench.now) }
        bench.receive(OSCMessage("/wheeld/wave", [.int(2)]))
        bench.work()
        #expect(bench.asked.isEmpty)
        bench.requests = new
        try bench.answerAll()
        bench.work()
        #expect(bench.asked == ["wave=sine"])
    }
}
