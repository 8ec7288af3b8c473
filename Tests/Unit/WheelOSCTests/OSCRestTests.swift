import Testing
import WheelGeometry
import WheelModel

@testable import WheelOSC

@Suite struct OSCRestTests {
    @Test func aPressThatNobodyHasTakenIsNotSentLater() throws {
        var bench = try OSCBench("[[osc.press]]\ninput = 'knob'\ngesture = 'click'\naddress = '/go'\n")
        bench.answer = .refused
        bench.press(.click)
        bench.work()
        bench.press(.click)
        bench.answer = .sent
        bench.packets = []
        bench.desk.rest(0, until: bench.now)
        bench.work()
        #expect(bench.shown == ["0: /wheeld/cutoff 10.0 | /wheeld/wave 0 | /wheeld/open 0"])
        bench.press(.click)
        bench.work()
        #expect(bench.shown.last == "0: /go 1")
    }

    @Test func aStepThatTheDaemonDoesNotEndHoldsNothingBack() throws {
        var bench = try OSCBench()
        bench.turn("cutoff", to: .number(20), more: true)
        bench.work()
        #expect(bench.shown.isEmpty)
        bench.desk.disconnect()
        bench.work()
        #expect(bench.shown == ["0: /wheeld/cutoff 20.0"])
    }
}
