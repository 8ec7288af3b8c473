import Testing
import WheelCore

@testable import WheelBridge
@testable import WheelOSC
@testable import WheelWire

@Suite struct OSCEchoTests {
    @Test func aProgramThatRepeatsWhatItWasSentMovesNothing() throws {
        var bench = try OSCBench()
        bench.turn("cutoff", to: .number(440.123456789))
        bench.work()
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(440.123456789)]))
        bench.receive(OSCMessage("/wheeld/cutoff", [.double(Double(Float(440.123456789)))]))
        bench.work()
        #expect(bench.asked == [])
        // The same number is a change if another value was sent in between.
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(500)]))
        bench.work(after: .seconds(1))
        try bench.answerAll()
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(440.123456789)]))
        bench.work()
        #expect(bench.asked == ["cutoff=440.12344"])
    }

    @Test func aLateEchoDoesNotStopARamp() throws {
        var bench = try OSCBench()
        for value in 20..<60 {
            bench.core.receive(OSCBench.value("cutoff", .number(Double(value)), from: .ramp))
            bench.work()
            if value >= 40 { bench.receive(OSCMessage("/wheeld/cutoff", [.float(Float(value - 20))])) }
        }
        #expect(bench.asked == [])
        #expect(bench.packets.count == 40)
        // If the last number was not an echo, the program has another value than the control. So the value is sent
        // again.
        bench.work(after: SentNumbers.echo)
        #expect(bench.shown.suffix(2) == ["0: /wheeld/cutoff 59.0", "0: /wheeld/cutoff 59.0"])
        #expect(bench.core.deadline(at: bench.now) == nil)
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(59)]))
        #expect(bench.core.deadline(at: bench.now) == nil)
    }

    @Test func aProgramMayLoseTheLastDigitsOfAFloat() throws {
        var bench = try OSCBench()
        bench.turn("cutoff", to: .number(440.1234))
        bench.work()
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(440.1231)]))
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(440.1237)]))
        bench.work()
        #expect(bench.asked == [])
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(440.124)]))
        bench.work()
        #expect(bench.asked == ["cutoff=440.124"])
    }

    @Test func theNextGridPointIsAnotherNumberHoweverNearItIs() throws {
        var bench = try OSCBench("[[osc.control]]\ncontrol = 'open'\nargs = ['f:value']\n")
        bench.turn("open", to: .number(14_074_000))
        bench.work()
        bench.receive(OSCMessage("/wheeld/open", [.float(14_074_000)]))
        bench.work()
        #expect(bench.asked == [])
        bench.receive(OSCMessage("/wheeld/open", [.float(14_074_001)]))
        bench.work()
        #expect(bench.asked == ["open=14074001.0"])
    }

    @Test func aNumberThatItsTypeHasRoundedIsAnEchoToo() throws {
        var bench = try OSCBench("[[osc.control]]\ncontrol = 'cutoff'\nargs = ['i:value']\n")
        bench.turn("cutoff", to: .number(99.7))
        bench.work()
        bench.receive(OSCMessage("/wheeld/cutoff", [.int(100)]))
        bench.work()
        #expect(bench.asked == [])
    }
}
