import Testing
import WheelCore
import WheelWire

@testable import WheelMIDI

/// Controls with a note for each position. No note sounds for ever.
@Suite struct MIDINoteTests {
    @Test func notesChooseAPositionAndOtherNotesDoNot() throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'wave'\nform = 'notes'\nnumber = 60\n")
        bench.core.receive(.note(channel: 0, number: 63, velocity: 100, isOn: true), at: bench.now)
        bench.core.receive(.note(channel: 1, number: 61, velocity: 100, isOn: true), at: bench.now)
        bench.core.receive(.note(channel: 0, number: 61, velocity: 0, isOn: false), at: bench.now)
        bench.work()
        #expect(bench.requests.isEmpty)
        bench.core.receive(.note(channel: 0, number: 62, velocity: 100, isOn: true), at: bench.now)
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.position("sine"))])
    }

    @Test func aNoteIsStruckOnceAndAValueWithoutANoteEndsIt() throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'gain'\nform = 'notes'\nnumber = 60\n")
        for value in [2.2, 2.4, -3, 1] {
            bench.turn(to: value, by: 1)
            bench.work()
        }
        #expect(bench.shown == "off60 on62 off62 on61")
    }

    private static let wave = "[[midi.control]]\ncontrol = 'wave'\nform = 'notes'\nnumber = 60\n"

    private static func turned(_ position: String) -> Event {
        CoreBench.value("wave", .position(position), from: .input("knob"))
    }

    @Test func aNoteOfThePeerEndsTheNoteBefore() throws {
        var bench = try CoreBench(MIDINoteTests.wave)
        bench.core.receive(MIDINoteTests.turned("square"))
        bench.work()
        bench.core.receive(.note(channel: 0, number: 62, velocity: 100, isOn: true), at: bench.now)
        bench.work()
        #expect(bench.shown == "off60 on61 off61")
    }

    @Test func aNoteThatIsNotReceivedEndsNone() throws {
        var bench = try CoreBench(MIDINoteTests.wave + "receive = false\n")
        bench.core.receive(MIDINoteTests.turned("square"))
        bench.work()
        bench.core.receive(.note(channel: 0, number: 62, velocity: 100, isOn: true), at: bench.now)
        bench.core.receive(MIDINoteTests.turned("saw"))
        bench.work()
        #expect(bench.shown == "off60 on61 off61 on60")
    }

    @Test func aPeerThatComesWhileAnotherNoteIsDueLeavesNoneBehind() throws {
        var bench = try CoreBench(MIDINoteTests.wave)
        bench.core.receive(MIDINoteTests.turned("square"))
        bench.core.resetPeer()
        bench.work()
        #expect(bench.shown == "off60 on61")
    }

    @Test func theEndStrikesNoNote() throws {
        var bench = try CoreBench(MIDINoteTests.wave)
        bench.core.receive(MIDINoteTests.turned("square"))
        bench.core.end()
        bench.work()
        #expect(bench.shown == "off60")
    }
}
