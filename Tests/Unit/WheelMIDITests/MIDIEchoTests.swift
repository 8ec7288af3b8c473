import Testing
import WheelCore

@testable import WheelBridge
@testable import WheelMIDI
@testable import WheelWire

@Suite struct MIDIEchoTests {
    @Test(arguments: ["cc", "cc14", "nrpn", "program", "notes"])
    func aLateEchoOfEachFormMovesNothing(form: String) throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'gain'\nform = '\(form)'\nnumber = 1\n")
        var echoes: [[MIDIMessage]] = []
        for value in 1...100 {
            bench.core.receive(CoreBench.value("gain", .number(Double(value)), from: .ramp))
            bench.messages = []
            bench.work()
            echoes.append(bench.messages)
            guard value > 50 else { continue }
            for message in echoes[value - 51] {
                bench.core.receive(message, at: bench.now)
                // The bridge may read each message separately, so the core works after each message.
                bench.work(after: .zero)
            }
        }
        #expect(bench.requests.isEmpty)
    }

    @Test func aValueBetweenTheNumbersStaysWhenItsHalvesComeBack() throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'gain'\nform = 'cc14'\nnumber = 1\n")
        bench.core.receive(CoreBench.value("gain", .number(33.3), from: .input("knob")))
        bench.work()
        #expect(bench.shown == "cc1=33 cc33=72")
        for message in bench.messages { bench.core.receive(message, at: bench.now) }
        bench.work()
        #expect(bench.requests.isEmpty)
        // A turn of the peer's knob is two messages. The second, the lower half, sets the control.
        bench.core.receive(.controller(channel: 0, number: 1, value: 33), at: bench.now)
        bench.core.receive(.controller(channel: 0, number: 33, value: 73), at: bench.now)
        bench.work()
        #expect(bench.requests.count == 1)
    }

    @Test func theNoteThatSoundsEndsAlsoBehindTheEchoOfAnEarlierOne() throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'wave'\nform = 'notes'\nnumber = 60\n")
        for position in ["square", "sine"] {
            bench.core.receive(CoreBench.value("wave", .position(position), from: .input("knob")))
            bench.work()
        }
        bench.core.receive(.note(channel: 0, number: 61, velocity: 127, isOn: true), at: bench.now)
        bench.core.receive(CoreBench.value("wave", .position("saw"), from: .input("knob")))
        bench.messages = []
        bench.work()
        #expect(bench.shown == "off62 on60")
    }
}
