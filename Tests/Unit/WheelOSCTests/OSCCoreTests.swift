import Testing
import WheelBridge
import WheelCore
import WheelModel
import WheelWire

@testable import WheelOSC

@Suite struct OSCCoreTests {
    @Test func withoutATableControlsHaveAddressesByTheirNames() throws {
        var bench = try OSCBench("prefix = '/w'")
        bench.turn("cutoff", to: .number(440))
        bench.turn("wave", to: .position("sine"))
        bench.turn("open", to: .number(3))
        bench.work()
        #expect(bench.shown == ["0: /w/cutoff 440.0 | /w/wave 2 | /w/open 3"])
    }

    static let templates: [(String, String)] = [
        ("'f:value'", "/a 100.0"), ("'d:value'", "/a 100.0d"), ("'i:value'", "/a 100"), ("'h:value'", "/a 100h"),
        ("'s:value'", "/a '100'"), ("'f:normal'", "/a 0.5"),
        ("1000, 'freq', 'f:value', true, 0.5", "/a 1000 'freq' 100.0 T 0.5"),
    ]

    @Test(arguments: templates)
    func aTemplateHasTheValueAndFixedArguments(arguments: String, expected: String) throws {
        var bench = try OSCBench(
            "[[osc.control]]\ncontrol = 'cutoff'\naddress = '/a'\nargs = [\(arguments)]\n")
        bench.turn("cutoff", to: .number(100))
        bench.work()
        #expect(bench.shown == ["0: \(expected)"])
    }

    @Test func aChoiceIsSentByItsNameOrIndexAndUnderstoodByBoth() throws {
        var bench = try OSCBench(
            "[[osc.control]]\ncontrol = 'wave'\naddress = '/n'\nargs = ['s:value']\n"
                + "[[osc.control]]\ncontrol = 'wave'\naddress = '/i'\nargs = ['i:value']\n"
                + "[[osc.control]]\ncontrol = 'wave'\naddress = '/f'\nargs = ['f:normal']\n")
        bench.turn("wave", to: .position("square"))
        bench.work()
        #expect(bench.shown == ["0: /n 'square' | /i 1 | /f 0.5"])
        for (address, argument) in [("/n", OSCArgument.string("sine")), ("/i", .float(0)), ("/i", .string("sine"))] {
            bench.receive(OSCMessage(address, [argument]))
            bench.work()
            try bench.answerAll()
        }
        bench.receive(OSCMessage("/f", [.float(0.1)]))
        bench.work()
        #expect(bench.asked == ["wave=saw"])
    }

    @Test func fixedArgumentsTellControlsWithTheSameAddressApart() throws {
        var bench = try OSCBench(
            "[[osc.control]]\ncontrol = 'cutoff'\naddress = '/n_set'\nargs = [1000, 'freq', 'f:value']\n"
                + "[[osc.control]]\ncontrol = 'open'\naddress = '/n_set'\nargs = [1000, 'open', 'f:value']\n")
        #expect(bench.receive(OSCMessage("/n_set", [.float(1000), .string("open"), .float(3)])).isEmpty)
        bench.work()
        #expect(bench.asked == ["open=3.0"])
        #expect(bench.receive(OSCMessage("/n_set", [.int(1001), .string("open"), .float(3)])) == [.unknownAddress])
    }

    @Test func aNumberOfAFloatKeepsItsShortText() throws {
        var bench = try OSCBench()
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(440.1)]))
        bench.work()
        #expect(bench.asked == ["cutoff=440.1"])
    }

    @Test func aProgramsValueIsSetAndGoesToTheOthersAlone() throws {
        var bench = try OSCBench(destinations: 3)
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(50)]), from: 1)
        bench.work()
        #expect(bench.asked == ["cutoff=50.0"])
        try bench.answerAll()
        bench.work()
        #expect(bench.shown == ["0: /wheeld/cutoff 50.0", "2: /wheeld/cutoff 50.0"])
        bench.work(after: Mirror.settling)
        #expect(bench.asked == ["commit cutoff"])
    }

    @Test func aSenderThatIsNoDestinationSetsAndIsSentNothing() throws {
        var bench = try OSCBench()
        for value in [Float(50), 50] {
            bench.receive(OSCMessage("/wheeld/cutoff", [.float(value)]), from: bench.core.others)
            bench.work()
            try bench.answerAll()
            bench.work()
            bench.turn("cutoff", to: .number(70))
            bench.work()
        }
        #expect(
            bench.shown == [50, 70, 50, 70].map { "0: /wheeld/cutoff \(Float($0))" })
    }

    @Test func whatChangesInOneStepIsOnePacket() throws {
        var bench = try OSCBench()
        bench.turn("cutoff", to: .number(20))
        bench.work()
        bench.turn("cutoff", to: .number(30), more: true)
        bench.work()
        #expect(bench.core.deadline(at: bench.now).map { $0 > bench.now } ?? true)
        bench.turn("wave", to: .position("sine"))
        bench.work()
        #expect(bench.shown == ["0: /wheeld/cutoff 20.0", "0: /wheeld/cutoff 30.0 | /wheeld/wave 2"])
    }

    @Test func aBundleIsOneRequestForAllItsControls() throws {
        var bench = try OSCBench()
        bench.receive(
            OSCMessage("/wheeld/cutoff", [.float(1)]), OSCMessage("/wheeld/wave", [.int(1)]),
            OSCMessage("/wheeld/cutoff", [.float(50)]))
        bench.work()
        #expect(bench.asked == ["cutoff=50.0 wave=square"])
        #expect(bench.requests.first?.request.text("unless") == "editing")
        // Numbers that arrive before the reply wait for it, and are then set in one step.
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(60)]), OSCMessage("/wheeld/wave", [.int(2)]))
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(70)]))
        bench.work()
        #expect(bench.requests.count == 1)
        try bench.answerAll()
        bench.work()
        #expect(bench.asked == ["cutoff=70.0 wave=sine"])
        try bench.answerAll()
        bench.work(after: Mirror.settling)
        #expect(bench.asked == ["commit cutoff", "commit wave"])
        #expect(bench.shown == [])
    }

    @Test func aBundleThatIsRefusedIsTakenBackWhole() throws {
        var bench = try OSCBench()
        bench.receive(OSCMessage("/wheeld/cutoff", [.float(50)]), OSCMessage("/wheeld/wave", [.int(1)]))
        bench.work()
        try bench.answerAll(refusing: "editing")
        bench.work()
        #expect(bench.shown == ["0: /wheeld/cutoff 10.0 | /wheeld/wave 0"])
    }

    @Test func aDestinationThatRefusesGetsEveryValueLater() throws {
        var bench = try OSCBench()
        bench.answer = .refused
        bench.turn("cutoff", to: .number(20))
        bench.work()
        bench.packets = []
        bench.turn("cutoff", to: .number(30))
        bench.work()
        #expect(bench.shown == [])
        #expect(bench.core.deadline(at: bench.now) == nil)
        bench.core.open(0, at: bench.now + .seconds(1))
        #expect(bench.core.deadline(at: bench.now) == bench.now + .seconds(1))
        bench.answer = .sent
        bench.work(after: .seconds(1))
        #expect(bench.shown == ["0: /wheeld/cutoff 30.0 | /wheeld/wave 0 | /wheeld/open 0"])
        #expect(bench.core.deadline(at: bench.now) == nil)
    }

    @Test func valuesAreMergedInTheInterval() throws {
        var bench = try OSCBench("interval_ms = 100")
        bench.work(after: .milliseconds(100))
        for value in 20..<30 {
            bench.turn("cutoff", to: .number(Double(value)))
            bench.work(after: .milliseconds(1))
        }
        #expect(bench.shown == ["0: /wheeld/cutoff 20.0"])
        bench.work(after: .milliseconds(100))
        #expect(bench.shown.last == "0: /wheeld/cutoff 29.0")
    }

    @Test func aRefreshBringsEveryValueToTheSenderOrToAll() throws {
        var bench = try OSCBench(destinations: 2)
        bench.receive(OSCMessage("/refresh", []), from: 1)
        bench.work()
        #expect(bench.packets.map(\.to) == [1])
        bench.receive(OSCMessage("/refresh", []), from: bench.core.others)
        bench.work()
        #expect(bench.packets.map(\.to) == [1, 0, 1])
    }

    @Test func nonsenseIsComplainedOf() throws {
        var bench = try OSCBench()
        for wrong: OSCArgument in [
            .other, .string("loud"), .float(.nan), .double(.infinity), .string("0x10"), .string("nan"),
        ] {
            #expect(bench.receive(OSCMessage("/wheeld/cutoff", [wrong])) == [.wrongArguments])
        }
        #expect(bench.receive(OSCMessage("/wheeld/cutoff", [])) == [.wrongArguments])
        #expect(bench.receive(OSCMessage("/wheeld/cut", [.int(1)])) == [.unknownAddress])
        bench.work()
        #expect(bench.asked == [])
    }

    @Test func pressesAreMessagesAndEndWithTheDaemon() throws {
        var bench = try OSCBench(
            "[[osc.press]]\ninput = 'knob'\naddress = '/play'\n"
                + "[[osc.press]]\ninput = 'knob'\naddress = '/long'\ngesture = 'long'\nargs = ['now', 'f:down']\n"
                + "[[osc.press]]\ninput = 'knob'\nbutton = 'shift'\naddress = '/shift'\nargs = []\n")
        for gesture: ButtonGesture in [.down, .up, .down, .long] { bench.press(gesture, button: "play") }
        bench.work()
        bench.core.disconnect()
        bench.work()
        #expect(bench.shown == ["0: /play 1 | /play 0 | /play 1 | /long 'now' 1.0", "0: /play 0"])
        bench.packets = []
        bench.press(.down, button: "shift")
        bench.press(.up, button: "shift")
        bench.work()
        #expect(bench.shown == ["0: /play 1 | /shift | /play 0"])
    }

    @Test func theOnlyButtonNeedsNoNameAndGoesUpWithLostLines() throws {
        var bench = try OSCBench("[[osc.press]]\ninput = 'knob'\nbutton = 'shift'\naddress = '/play'\n")
        bench.press(.down)
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .missed(3)))
        bench.press(.down)
        var listing = OSCBench.listing
        listing.controls.removeLast()
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        bench.work()
        #expect(bench.shown.first?.hasPrefix("0: /play 1 | /play 0 | /play 1 | /play 0") ?? false)
    }

    @Test func aPressAndItsValueAreOnePacket() throws {
        var bench = try OSCBench("[[osc.press]]\ninput = 'knob'\naddress = '/p'\n[[osc.control]]\ncontrol = 'cutoff'\n")
        bench.core.receive(
            Event(seq: 1, time: .distantPast, content: .press(input: "knob", button: nil, .down), hasMore: true))
        bench.work()
        bench.turn("cutoff", to: .number(20))
        bench.work()
        #expect(bench.shown == ["0: /p 1 | /wheeld/cutoff 20.0"])
    }

    @Test func messagesAreKnobsAndButtonsOfThePanel() throws {
        var bench = try OSCBench(
            "[[osc.feed]]\ninput = 'dial'\naddress = '/dial/turn'\ndetents = -0.5\n"
                + "[[osc.feed]]\ninput = 'dial'\naddress = '/dial/press'\nform = 'button'\n"
                + "[[osc.feed]]\ninput = 'dial'\naddress = '/dial/at'\nform = 'absolute'\ndetents = 10\n")
        bench.receive(OSCMessage("/dial/turn", [.int(4)]))
        bench.receive(OSCMessage("/dial/press", [.flag(true)]))
        bench.receive(OSCMessage("/dial/press", [.float(0)]))
        bench.receive(OSCMessage("/dial/at", [.float(0.5)]))
        bench.receive(OSCMessage("/dial/at", [.float(0.75)]))
        bench.work()
        #expect(
            bench.requests.first?.request.fedEvents.map(\.action) == [
                .turn(units: -240), .button(nil, isDown: true), .button(nil, isDown: false), .turn(units: 300),
            ])
    }

    @Test func aTurnWithoutMeasureIsClamped() throws {
        var bench = try OSCBench(
            "[[osc.feed]]\ninput = 'dial'\naddress = '/turn'\ndetents = -100000\n"
                + "[[osc.feed]]\ninput = 'dial'\naddress = '/at'\nform = 'absolute'\ndetents = 0\n")
        bench.receive(OSCMessage("/turn", [.double(1e308)]))
        for end in [-1.7e308, 1.7e308] { bench.receive(OSCMessage("/at", [.double(end)])) }
        bench.work()
        #expect(bench.requests.first?.request.fedEvents.map(\.action) == [.turn(units: -120_000)])
        try bench.answerAll()
        bench.receive(OSCMessage("/turn", [.double(-0.00001)]))
        bench.work()
        #expect(bench.requests.first?.request.fedEvents.map(\.action) == [.turn(units: 120)])
    }

    @Test func whatCannotBeSentIsNamed() throws {
        let bench = try OSCBench(
            "[[osc.control]]\ncontrol = 'cutof'\n[[osc.control]]\ncontrol = 'open'\nargs = ['f:normal']\n")
        #expect(
            bench.core.missing == [
                "the daemon has no control named 'cutof' (did you mean 'cutoff'?)",
                "'open' has a range without an end: give it a 'range', or send its value instead of 'normal'",
            ])
    }

    @Test func controlsThatComeLaterAreSentAndSet() throws {
        var bench = try OSCBench()
        var listing = OSCBench.listing
        listing.controls.removeFirst()
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        bench.work()
        #expect(bench.shown == ["0: /wheeld/wave 0 | /wheeld/open 0"])
        bench.receive(OSCMessage("/wheeld/wave", [.int(2)]))
        bench.work()
        #expect(bench.asked == ["wave=sine"])
    }
}
