import Testing
import WheelCore

@testable import WheelBridge

/// A reload of the daemon's configuration while requests have no reply yet.
@Suite struct MirrorReloadTests {
    private typealias Bench = MirrorTests.Bench

    @Test func aReplyFromBeforeAReloadIsNoneToALaterRequest() {
        var bench = Bench()
        bench.receive(64)
        bench.work()
        _ = bench.mirror.update([Sample.float()])
        bench.receive(100)
        bench.work()
        #expect(bench.requests.count == 2)
        #expect(bench.mirror.answered(0, isRefused: false, at: bench.now) == [])
        bench.receive(10)
        bench.work()
        #expect(bench.requests.count == 2)
        #expect(bench.mirror.answered(2, isRefused: false, at: bench.now) == [0])
        bench.work()
        #expect(bench.requests.count == 3)
    }

    @Test func aReplyFromBeforeOtherRoutesIsForNoneOfThem() {
        var bench = Bench([Bench.route(), Bench.route()])
        bench.receive(together: [(0, 127), (1, 0)])
        bench.work()
        bench.mirror.configure([Bench.route(), Bench.route(), Bench.route()])
        _ = bench.mirror.connect([Sample.float()], client: Sample.client)
        bench.receive(64)
        bench.work()
        #expect(bench.mirror.isAsking(0))
        for old in 0...2 { #expect(bench.mirror.answered(old, isRefused: true, at: bench.now) == []) }
        #expect(bench.mirror.isAsking(0))
        #expect(bench.mirror.answered(3, isRefused: false, at: bench.now) == [0])
        #expect(!bench.mirror.isAsking(0))
    }
}
