import Testing
import WheelCore

@testable import WheelOSC

@Suite struct OSCRestTests {
    @Test func aStepThatTheDaemonDoesNotEndHoldsNothingBack() throws {
        var bench = try OSCBench()
        bench.turn("cutoff", to: .number(20), more: true)
        bench.work()
        #expect(bench.shown.isEmpty)
        bench.core.disconnect()
        bench.work()
        #expect(bench.shown == ["0: /wheeld/cutoff 20.0"])
    }
}
