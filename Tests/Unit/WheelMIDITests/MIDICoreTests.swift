import Testing
import WheelCore
import WheelWire

@testable import WheelMIDI

@Suite struct MIDICoreTests {
    @Test func withoutAConfigurationControlsHaveControllersFrom16On() throws {
        var bench = try CoreBench("")
        bench.turn(to: 5, by: 5)
        bench.core.receive(CoreBench.value("wave", .position("sine"), from: .input("knob")))
        bench.work()
        #expect(bench.shown == "cc16=5 cc17=127")
        #expect((MIDIControl.usual("a", 15).number, MIDIControl.usual("a", 16).number) == (31, 102))
        #expect((MIDIControl.usual("a", 34).channel, MIDIControl.usual("a", 34).number) == (1, 16))
        #expect(MIDIControl.usual("a", MIDIControl.mostUsual - 1).channel == 15)
    }

    @Test(arguments: [
        ("cc", "cc7=1"), ("cc14", "cc7=1 cc39=1"), ("nrpn", "cc99=0 cc98=7 cc6=1 cc38=1"), ("program", "pc8"),
        ("notes", "off7 on8"), ("twos-complement", "cc7=1"), ("binary-offset", "cc7=65"), ("sign-magnitude", "cc7=1"),
        ("up-down", "cc7=127"),
    ])
    func eachFormHasItsMessages(form: String, expected: String) throws {
        var bench = try CoreBench(
            "[[midi.control]]\ncontrol = 'gain'\nform = '\(form)'\nnumber = 7\n")
        bench.turn(to: 1, by: 1)
        bench.work()
        #expect(bench.shown == expected)
    }

    @Test func manyStepsAreMergedOrSentOneByOne() throws {
        var merged = try CoreBench("[[midi.control]]\ncontrol = 'gain'\nform = 'binary-offset'\nnumber = 7\n")
        for _ in 0..<100 { merged.turn(to: 1, by: -1) }
        merged.work()
        #expect(merged.shown == "cc7=1 cc7=27")
        var single = try CoreBench("[[midi.control]]\ncontrol = 'gain'\nform = 'up-down'\nnumber = 7\n")
        for _ in 0..<40 { single.turn(to: 1, by: 1) }
        for _ in 0..<10 { single.turn(to: 1, by: -1) }
        for _ in 0..<3 { single.work() }
        #expect(single.messages.count == 30)
        #expect(single.core.deadline(at: single.now) == nil)
    }

    @Test func aTickDividesMovesAndKeepsTheRest() throws {
        var bench = try CoreBench(
            "[[midi.control]]\ncontrol = 'gain'\nform = 'twos-complement'\nnumber = 7\ntick = 0.1\n")
        for _ in 0..<10 { bench.turn(to: 1, by: 0.03) }
        bench.work()
        #expect(bench.shown == "cc7=3")
    }

    @Test func aMissingControlIsNamedWithAHint() throws {
        let bench = try CoreBench("[[midi.control]]\ncontrol = 'gian'\nnumber = 7\n")
        #expect(bench.core.missing == ["the daemon has no control named 'gian' (did you mean 'gain'?)"])
    }

    @Test func controlsThatComeLaterAreSet() throws {
        var bench = try CoreBench("")
        var listing = CoreBench.listing
        listing.controls.removeFirst()
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        bench.core.receive(.controller(channel: 0, number: 16, value: 127), at: bench.now)
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.position("sine"))])
    }

    @Test func aHeldButtonIsANoteAndEndsWithTheDaemon() throws {
        var bench = try CoreBench("[midi]\nchannel = 3\n[[midi.press]]\ninput = 'knob'\nnumber = 60\n")
        bench.press(.down)
        bench.work()
        bench.core.disconnect()
        bench.work()
        #expect(bench.shown == "3:on60 3:off60")
    }

    @Test func theOnlyButtonNeedsNoNameAndItsNoteEndsWithLostLines() throws {
        var bench = try CoreBench("[[midi.press]]\ninput = 'knob'\nbutton = 'shift'\nnumber = 60\n")
        bench.press(.down)
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .missed(3)))
        bench.press(.down)
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(CoreBench.listing)))
        bench.work()
        #expect(bench.shown == "on60 off60 on60 off60")
    }

    @Test func gesturesSwitchOnAndOff() throws {
        var bench = try CoreBench(
            "[[midi.press]]\ninput = 'knob'\ngesture = 'long'\nform = 'cc'\nnumber = 80\n"
                + "[[midi.press]]\ninput = 'knob'\nbutton = 'shift'\ngesture = 'click'\nform = 'program'\nnumber = 3\n")
        bench.press(.down, button: "mute")
        bench.press(.long, button: "mute")
        bench.press(.click, button: "mute")
        bench.press(.click, button: "shift")
        bench.work()
        #expect(bench.shown == "cc80=127 cc80=0 pc3")
    }

    @Test func fedTurnsAreMergedWhileTheDaemonHasNotAnswered() throws {
        var bench = try CoreBench("[[midi.feed]]\ninput = 'dial'\nnumber = 70\ndetents = 0.5\n")
        let down = MIDIMessage.controller(channel: 0, number: 70, value: 127)
        bench.core.receive(.controller(channel: 0, number: 70, value: 3), at: bench.now)
        bench.work()
        for _ in 0..<5000 { bench.core.receive(down, at: bench.now) }
        bench.work()
        #expect(bench.requests.count == 1)
        #expect(bench.requests.first?.request.fedEvents.map(\.action) == [.turn(units: 180)])
        try bench.answerAll()
        bench.work()
        #expect(bench.requests.first?.request.fedEvents.map(\.action) == [.turn(units: -120_000)])
    }

    @Test func aFloodOfPressesEndsAsTheButtonDoes() throws {
        var bench = try CoreBench("[[midi.feed]]\ninput = 'dial'\nform = 'button'\nnumber = 70\n")
        for press in 0..<1001 {
            bench.core.receive(.controller(channel: 0, number: 70, value: press % 2 == 0 ? 127 : 0), at: bench.now)
        }
        bench.work()
        let events = bench.requests.first?.request.fedEvents ?? []
        #expect(events.count == FedEvent.mostEvents)
        #expect(events.last?.action == .button(nil, isDown: true))
    }

    @Test func anAbsoluteKnobTurnsByItsChanges() throws {
        var bench = try CoreBench("[[midi.feed]]\ninput = 'dial'\nform = 'absolute'\nnumber = 70\n")
        for value in [100, 102, 101] {
            bench.core.receive(.controller(channel: 0, number: 70, value: value), at: bench.now)
        }
        bench.work()
        #expect(bench.requests.first?.request.fedEvents.map(\.action) == [.turn(units: 120)])
        try bench.answerAll()
        // Another peer's knob has another position, so its first value turns nothing.
        bench.core.resetPeer()
        bench.core.receive(.controller(channel: 0, number: 70, value: 10), at: bench.now)
        bench.work()
        #expect(bench.requests.isEmpty)
    }

    @Test func stepsThatWaitHaveABound() throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'gain'\nform = 'twos-complement'\nnumber = 20\n")
        for _ in 0..<100 { bench.turn(to: 1, by: 1000) }
        for _ in 0..<100 { bench.work() }
        #expect(bench.messages.count == 4096 / 63 + 1)
        #expect(bench.messages.last == .controller(channel: 0, number: 20, value: 4096 % 63))
    }

    @Test func stepsOfAControlThatIsNotSentAreNone() throws {
        var bench = try CoreBench(
            "[[midi.control]]\ncontrol = 'gain'\nform = 'up-down'\nnumber = 20\nsend = false\n")
        bench.turn(to: 1, by: 1)
        bench.work()
        #expect(bench.messages.isEmpty)
    }

    @Test func pressesThatWaitHaveABound() throws {
        var bench = try CoreBench("[[midi.press]]\ninput = 'knob'\ngesture = 'click'\nnumber = 40\n")
        for _ in 0..<1000 { bench.press(.click) }
        bench.work()
        #expect(bench.messages.count == 1024)
    }

    @Test func eachNoteThatBeginsAlsoEndsWhenMessagesHaveNoRoom() throws {
        var bench = try CoreBench(
            "[[midi.press]]\ninput = 'knob'\nbutton = 'a'\nnumber = 60\n"
                + "[[midi.press]]\ninput = 'knob'\nbutton = 'b'\ngesture = 'click'\nnumber = 61\n")
        bench.press(.down, button: "a")
        bench.core.sendMessages(at: bench.now) { _ in false }
        for _ in 0..<2000 { bench.press(.click, button: "b") }
        bench.press(.up, button: "a")
        bench.press(.down, button: "a")
        bench.press(.up, button: "a")
        bench.work()
        let shown = bench.shown.split(separator: " ")
        #expect(shown.first == "on60" && shown.count <= 1024)
        #expect(shown.count { $0 == "on60" } == shown.count { $0 == "off60" })
        #expect(shown.count { $0 == "on61" } == shown.count { $0 == "off61" })
    }

    @Test func aReplyFromBeforeAReloadIsForNoOtherControl() throws {
        var bench = try CoreBench("")
        bench.core.receive(.controller(channel: 0, number: 16, value: 5), at: bench.now)
        bench.work()
        let old = bench.requests
        bench.requests = []
        var listing = CoreBench.listing
        listing.controls.removeFirst()
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        bench.core.receive(.controller(channel: 0, number: 16, value: 127), at: bench.now)
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.position("sine"))])
        let new = bench.requests
        bench.requests = old
        try bench.answerAll()
        bench.core.receive(.controller(channel: 0, number: 16, value: 0), at: bench.now)
        bench.work()
        #expect(bench.requests.isEmpty)
        bench.requests = new
        try bench.answerAll()
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.position("saw"))])
    }

    @Test func whatWaitsWhenTheDaemonGoesIsNotSentAsSteps() throws {
        var bench = try CoreBench("[[midi.control]]\ncontrol = 'gain'\nform = 'up-down'\nnumber = 20\n")
        for _ in 0..<100 { bench.turn(to: 1, by: 1) }
        bench.work()
        bench.core.disconnect()
        let sent = bench.messages.count
        bench.work()
        #expect(sent == 16 && bench.messages.count == sent)
        #expect(bench.core.deadline(at: bench.now) == nil)
    }

    @Test func aPeerThatGoesReleasesItsButtons() throws {
        var bench = try CoreBench("[[midi.feed]]\ninput = 'dial'\nform = 'note'\nnumber = 36\n")
        bench.core.receive(.note(channel: 0, number: 36, velocity: 1, isOn: true), at: bench.now)
        bench.core.releaseAll(at: bench.now)
        bench.work()
        #expect(
            bench.requests.first?.request.fedEvents.map(\.action) == [
                .button(nil, isDown: true), .button(nil, isDown: false),
            ])
    }
}
