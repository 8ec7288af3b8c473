import Testing
import WheelCore

@testable import WheelMIDI
@testable import WheelWire

/// Several programs that are connected with the port. The first program is the peer of `CoreBench`.
@Suite struct MIDIPeersTests {
    private static let second = 2

    /// A core that has sent every value to two receivers.
    private func bench(_ configuration: String = "") throws -> CoreBench {
        var bench = try CoreBench(configuration)
        bench.core.join(MIDIPeersTests.second)
        bench.work()
        bench.messages = []
        bench.others = [:]
        return bench
    }

    @Test func aNewcomerGetsEveryValueAndTheOthersNothing() throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'wave'\nform = 'notes'\nnumber = 60\n")
        bench.core.join(MIDIPeersTests.second)
        bench.work()
        #expect(bench.shown(MIDIPeersTests.second) == "on60")
        #expect(bench.shown == "")
    }

    @Test func whatOneChangesTheOthersGet() throws {
        var bench = try bench()
        bench.core.receive(.controller(channel: 0, number: 16, value: 90), from: CoreBench.peer, at: bench.now)
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.number(90))])
        bench.core.receive(CoreBench.value("gain", .number(90), from: .client(CoreBench.client)))
        try bench.answerAll()
        bench.work()
        #expect(bench.shown == "")
        #expect(bench.shown(MIDIPeersTests.second) == "cc16=90")
        // A peer that only sends gets nothing, but its messages are handled.
        bench.core.receive(.controller(channel: 0, number: 16, value: 7), from: MIDICore.others, at: bench.now)
        bench.work()
        bench.core.receive(CoreBench.value("gain", .number(7), from: .client(CoreBench.client)))
        try bench.answerAll()
        bench.work()
        #expect(bench.shown == "cc16=7")
        #expect(bench.shown(MIDIPeersTests.second) == "cc16=90 cc16=7")
        #expect(bench.others.keys.sorted() == [MIDIPeersTests.second])
    }

    @Test func twoThatTurnTheSameControlEndWithTheSameValue() throws {
        var bench = try bench()
        bench.core.receive(.controller(channel: 0, number: 16, value: 90), from: CoreBench.peer, at: bench.now)
        bench.core.receive(.controller(channel: 0, number: 16, value: 20), from: MIDIPeersTests.second, at: bench.now)
        bench.work()
        let asked = bench.requests
        #expect(asked.count == 2)
        for (request, id) in asked {
            guard case .value(let value)? = request["value"] else { continue }
            bench.core.receive(CoreBench.value("gain", value, from: .client(CoreBench.client)))
            bench.requests = [(request, id)]
            try bench.answerAll()
        }
        bench.work()
        #expect(bench.shown == "cc16=20")
        #expect(bench.shown(MIDIPeersTests.second) == "")
    }

    @Test func theHalvesOfTwoDoNotMix() throws {
        var bench = try bench("[[midi.control]]\ncontrol = 'gain'\nform = 'cc14'\nnumber = 1\n")
        bench.core.receive(.controller(channel: 0, number: 1, value: 127), from: CoreBench.peer, at: bench.now)
        bench.core.receive(.controller(channel: 0, number: 1, value: 0), from: MIDIPeersTests.second, at: bench.now)
        bench.core.receive(.controller(channel: 0, number: 33, value: 127), from: CoreBench.peer, at: bench.now)
        bench.work()
        #expect(bench.requests.first?.request["value"] == .value(.number(127)))
    }

    @Test func onlyWhatThePeerHoldsIsReleasedWhenItGoes() throws {
        var bench = try bench(
            "[[midi.feed]]\ninput = 'dial'\nbutton = 'a'\nform = 'note'\nnumber = 36\n"
                + "[[midi.feed]]\ninput = 'dial'\nbutton = 'b'\nform = 'note'\nnumber = 37\n")
        for (note, peer) in [(36, CoreBench.peer), (37, MIDIPeersTests.second)] {
            bench.core.receive(.note(channel: 0, number: note, velocity: 1, isOn: true), from: peer, at: bench.now)
        }
        bench.work()
        try bench.answerAll()
        bench.core.leave(MIDIPeersTests.second, at: bench.now)
        bench.work()
        #expect(bench.requests.first?.request.fedEvents.map(\.action) == [.button("b", isDown: false)])
    }

    @Test func controlsWithoutAControllerAreSaid() throws {
        var bench = try CoreBench("")
        var listing = CoreBench.listing
        let gain = listing.controls[0]
        while listing.controls.count < 544 {
            var control = gain
            control.name = "c\(listing.controls.count)"
            listing.controls.append(control)
        }
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        #expect(bench.core.missing == [])
        listing.controls.append(gain)
        listing.controls[544].name = "one-more"
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        #expect(
            bench.core.missing
                == ["only the first 544 controls have a controller: tables [[midi.control]] choose others"])
    }

    @Test func theNoteOfEachEndsWithTheProgram() throws {
        var bench = try bench("[[midi.control]]\ncontrol = 'wave'\nform = 'notes'\nnumber = 60\n")
        bench.core.receive(
            .note(channel: 0, number: 62, velocity: 1, isOn: true), from: MIDIPeersTests.second, at: bench.now)
        bench.core.end()
        bench.work()
        #expect(bench.shown == "off60")
        #expect(bench.shown(MIDIPeersTests.second) == "off60 off62")
    }
}
