import Testing
import WheelCore
import WheelModel

@testable import WheelOSC

@Suite struct OSCPressTests {
    private static let held = "[[osc.press]]\ninput = 'knob'\nbutton = 'a'\naddress = '/a'\n"
    private static let clicked =
        "[[osc.press]]\ninput = 'knob'\nbutton = 'b'\ngesture = 'click'\naddress = '/b'\n"

    @Test func aReleaseIsSentHoweverManyPressesWait() throws {
        var bench = try OSCBench(OSCPressTests.held + OSCPressTests.clicked)
        bench.press(.down, button: "a")
        bench.work()
        for _ in 0..<1000 { bench.press(.click, button: "b") }
        bench.press(.up, button: "a")
        bench.press(.down, button: "a")
        bench.press(.up, button: "a")
        bench.work()
        let messages = bench.packets.flatMap(\.messages).map(\.description)
        #expect(messages.first == "/a 1")
        #expect(messages.last == "/a 0")
        #expect(messages.count { $0 == "/a 1" } == 1)
        #expect(messages.count <= 257)
    }

    @Test func aPressThatNobodyHasTakenIsNotSentLater() throws {
        var bench = try OSCBench(OSCPressTests.clicked)
        bench.answer = .refused
        bench.press(.click, button: "b")
        bench.work()
        bench.press(.click, button: "b")
        bench.answer = .sent
        bench.packets = []
        bench.core.open(0, at: bench.now)
        bench.work()
        #expect(bench.shown == ["0: /wheeld/cutoff 10.0 | /wheeld/wave 0 | /wheeld/open 0"])
        bench.press(.click, button: "b")
        bench.work()
        #expect(bench.shown.last == "0: /b 1")
    }

    @Test func aPressBeforeTheFirstPacketIsSent() throws {
        var bench = try OSCBench(OSCPressTests.held)
        bench.press(.down, button: "a")
        bench.core.open(0, at: bench.now)
        bench.work()
        #expect(bench.shown.first?.hasPrefix("0: /a 1") == true)
    }

    @Test func aButtonThatWasPressedGoesUpWhenTheDestinationIsBack() throws {
        var bench = try OSCBench(OSCPressTests.held + "[[osc.control]]\ncontrol = 'wave'\n")
        bench.press(.down, button: "a")
        bench.work()
        bench.core.close(0)
        bench.press(.up, button: "a")
        bench.press(.down, button: "a")
        bench.press(.up, button: "a")
        bench.work()
        bench.core.open(0, at: bench.now)
        bench.work()
        #expect(bench.shown == ["0: /a 1", "0: /a 0 | /wheeld/wave 0"])
    }

    @Test func aPressThatHadRoomIsNotSentTwice() throws {
        var bench = try OSCBench(OSCPressTests.clicked)
        for _ in 0..<3 { bench.press(.click, button: "b") }
        bench.answer = .full(taken: 2, retryAt: bench.now)
        bench.work()
        bench.answer = .sent
        bench.packets = []
        bench.work()
        #expect(bench.packets.flatMap(\.messages).filter { $0.address == "/b" }.count == 1)
    }

    @Test func theEndWaitsForNoIntervalAndNoStep() throws {
        var bench = try OSCBench("interval_ms = 1000\n" + OSCPressTests.held)
        bench.now = bench.now + .seconds(1)
        bench.press(.down, button: "a")
        bench.work()
        bench.turn("cutoff", to: .number(20), more: true)
        bench.core.end()
        bench.work()
        #expect(bench.shown == ["0: /a 1", "0: /a 0 | /wheeld/cutoff 20.0"])
    }

    @Test func aConnectionThatEndsReleasesTheButtonsThatItHolds() throws {
        var bench = try OSCBench(
            "[[osc.feed]]\ninput = 'dial'\nbutton = 'a'\naddress = '/a'\nform = 'button'\n"
                + "[[osc.feed]]\ninput = 'dial'\nbutton = 'b'\naddress = '/b'\nform = 'button'\n", destinations: 2)
        bench.receive(OSCMessage("/a", [.int(1)]), from: 0)
        bench.receive(OSCMessage("/b", [.int(1)]), from: 0)
        bench.receive(OSCMessage("/b", [.int(1)]), from: 1)
        bench.core.left(0, at: bench.now)
        bench.core.left(0, at: bench.now)
        bench.work()
        #expect(
            bench.requests.first?.request.fedEvents.map(\.action) == [
                .button("a", isDown: true), .button("b", isDown: true), .button("a", isDown: false),
            ])
        try bench.answerAll()
        bench.core.left(1, at: bench.now)
        bench.work()
        #expect(bench.requests.first?.request.fedEvents.map(\.action) == [.button("b", isDown: false)])
    }
}
