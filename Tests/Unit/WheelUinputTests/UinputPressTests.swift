import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelUinput

@Suite struct UinputPressTests {
    private static let undo = """
        [[uinput.turn]]
        control = "undo"
        up = "KEY_LEFTCTRL+KEY_LEFTSHIFT+KEY_Z"
        down = "KEY_LEFTCTRL+KEY_Z"
        """

    @Test func keysAreHeldWhileTheButtonIs() throws {
        var bench = try UinputBench(
            "[[uinput.press]]\ninput = 'knob'\nbutton = 'shift'\nkeys = 'KEY_LEFTALT+KEY_TAB'\n")
        bench.press(.down, button: "other")
        bench.press(.down, button: "shift", input: "other")
        bench.press(.down, button: "shift")
        bench.press(.long, button: "shift")
        bench.work()
        #expect(bench.shown == "+KEY_LEFTALT +KEY_TAB")
        bench.press(.up, button: "shift")
        bench.press(.click, button: "shift")
        bench.work()
        #expect(bench.shown == "+KEY_LEFTALT +KEY_TAB -KEY_TAB -KEY_LEFTALT")
    }

    /// Events do not name the only button of an input, even if the configuration does.
    @Test func theOnlyButtonNeedsNoName() throws {
        var bench = try UinputBench("[[uinput.press]]\nbutton = 'shift'\ngesture = 'click'\nkeys = 'KEY_A'\n")
        bench.press(.click)
        bench.work()
        #expect(bench.shown == "+KEY_A -KEY_A")
    }

    @Test func gesturesTapTheirKeys() throws {
        var bench = try UinputBench(
            "[[uinput.press]]\ngesture = 'long'\nkeys = 'KEY_F1'\n[[uinput.press]]\ngesture = 'double'\nkeys = 'KEY_F2'\n"
        )
        for gesture in [ButtonGesture.down, .long, .up, .down, .up, .click, .down, .up, .double] {
            bench.press(gesture)
        }
        bench.work()
        #expect(bench.shown == "+KEY_F1 -KEY_F1 +KEY_F2 -KEY_F2")
    }

    @Test func aKeyThatTwoChordsHoldGoesUpWithTheLast() throws {
        var bench = try UinputBench(
            "[[uinput.press]]\nkeys = 'KEY_LEFTCTRL'\n" + Self.undo)
        bench.press(.down)
        bench.turn(by: -1)
        bench.work()
        bench.press(.up)
        bench.work()
        #expect(bench.shown == "+KEY_LEFTCTRL +KEY_Z -KEY_Z -KEY_LEFTCTRL")
    }

    /// The detents that wait are sent before Ctrl goes down, because with Ctrl their keys would mean something else.
    @Test func detentsThatWaitComeBeforeAHeldChord() throws {
        var bench = try UinputBench("[[uinput.press]]\nkeys = 'KEY_LEFTCTRL'\n[[uinput.turn]]\nup = 'KEY_A'\n")
        bench.turn(by: 10)
        bench.work()
        bench.press(.down)
        _ = bench.rest()
        bench.work()
        // The first detent was sent at once, four of the other nine follow at the press, and the rest is dropped.
        let taps = Array(repeating: "+KEY_A -KEY_A ", count: 5).joined()
        #expect(bench.shown == taps + "+KEY_LEFTCTRL")
    }

    /// With four taps of eight keys, the kernel's buffer for a reader would overflow.
    @Test func fewerTapsOfALongChordComeBeforeAHeldChord() throws {
        let keys = "ABCDEFGH".map { "KEY_\($0)" }
        var bench = try UinputBench(
            "[[uinput.press]]\nkeys = 'KEY_LEFTCTRL'\n[[uinput.turn]]\nup = '\(keys.joined(separator: "+"))'\n")
        bench.turn(by: 10)
        bench.work()
        bench.press(.down)
        _ = bench.rest()
        bench.work()
        #expect(bench.shown.split(separator: " ").count { $0 == "+KEY_A" } == 1 + 3)
    }

    /// The loop may read a turn and a press at once. Their order is kept.
    @Test func aDetentRightBeforeAPressIsNotLost() throws {
        var bench = try UinputBench(
            "[[uinput.press]]\nkeys = 'KEY_LEFTCTRL'\n[[uinput.turn]]\nwheel = 'vertical'\n"
                + "[[uinput.turn]]\nup = 'KEY_A'\n")
        bench.turn(by: 1)
        bench.press(.down)
        bench.turn(by: 1)
        bench.work()
        #expect(bench.shown == "wheel120/1 +KEY_A -KEY_A +KEY_LEFTCTRL wheel120/1 +KEY_A -KEY_A")
    }

    @Test func nothingStaysDownWhenTheDaemonGoes() throws {
        var bench = try UinputBench("[[uinput.press]]\nkeys = 'KEY_A'\n[[uinput.turn]]\nup = 'KEY_B'\n")
        bench.press(.down)
        bench.work()
        bench.turn(by: 10)
        bench.core.disconnect()
        _ = bench.rest()
        bench.work()
        #expect(bench.shown == "+KEY_A -KEY_A")
    }

    /// The missed events may include a release, so all held keys are released.
    @Test func nothingStaysDownWhenEventsAreMissed() throws {
        var bench = try UinputBench("[[uinput.press]]\nkeys = 'KEY_A'\n")
        bench.press(.down)
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .missed(3)))
        bench.work()
        #expect(bench.shown == "+KEY_A -KEY_A")
    }

    private static let reloads: [(held: [String], expected: String)] = [
        ([""], "+KEY_A"), (["other"], "+KEY_A -KEY_A"), ([], "+KEY_A -KEY_A"),
    ]

    @Test(arguments: reloads)
    func aReloadReleasesWhatNoButtonHolds(held: [String], expected: String) throws {
        var bench = try UinputBench("[[uinput.press]]\nkeys = 'KEY_A'\n")
        bench.press(.down)
        bench.core.receive(
            Event(seq: 1, time: .distantPast, content: .controls(UinputBench.listing(held: held))))
        bench.work()
        #expect(bench.shown == expected)
    }
}
