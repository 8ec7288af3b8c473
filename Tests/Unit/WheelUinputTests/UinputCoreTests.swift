import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelUinput

@Suite struct UinputCoreTests {
    private static let undo = """
        [[uinput.turn]]
        control = "undo"
        up = "KEY_LEFTCTRL+KEY_LEFTSHIFT+KEY_Z"
        down = "KEY_LEFTCTRL+KEY_Z"
        """

    @Test func withoutAConfigurationItIsAVolumeKnob() throws {
        for configuration in ["[uinput]", "[uinput]\nname = 'knob'"] {
            var bench = try UinputBench(configuration)
            bench.turn("angle", by: 3.75)
            bench.work()
            bench.turn("wave", by: -1, to: .position("saw"))
            bench.work()
            bench.press(.click)
            bench.work()
            #expect(
                bench.shown
                    == "+KEY_VOLUMEUP -KEY_VOLUMEUP +KEY_VOLUMEDOWN -KEY_VOLUMEDOWN +KEY_MUTE -KEY_MUTE")
        }
    }

    /// A program that sets values must not change the computer's volume.
    @Test func withoutAConfigurationOnlyHandsCount() throws {
        var bench = try UinputBench("[uinput]")
        bench.turn("angle", by: 3.75, from: .client(9))
        bench.turn("angle", by: 3.75, from: .ramp)
        bench.work()
        #expect(bench.shown == "")
    }

    @Test func aChordGoesDownInItsOrderAndUpInTheReverseOne() throws {
        var bench = try UinputBench(Self.undo)
        bench.turn(by: 1)
        bench.work()
        #expect(
            bench.shown
                == "+KEY_LEFTCTRL +KEY_LEFTSHIFT +KEY_Z -KEY_Z -KEY_LEFTSHIFT -KEY_LEFTCTRL")
        bench.actions = []
        bench.turn(by: -1)
        bench.work()
        #expect(bench.shown == "+KEY_LEFTCTRL +KEY_Z -KEY_Z -KEY_LEFTCTRL")
    }

    @Test func eachDetentIsATapAndTapsKeepTheirDistance() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'undo'\nup = 'KEY_A'\ndown = 'KEY_B'\n")
        bench.turn(by: 3)
        let time = bench.rest()
        #expect(bench.shown == "+KEY_A -KEY_A +KEY_A -KEY_A +KEY_A -KEY_A")
        #expect(time == .milliseconds(10))
    }

    private static let moves: [(control: String, delta: Double, taps: Int)] = [
        ("undo", 1, 1), ("undo", 25, 20), ("angle", 3.75, 1), ("angle", 7.6, 2), ("level", 5, 1), ("level", 4, 0),
        ("wave", 2, 2), ("open", 100, 0),
    ]

    @Test(arguments: moves)
    func aDetentIsA24thOfTheRange(control: String, delta: Double, taps: Int) throws {
        var bench = try UinputBench("[[uinput.turn]]\nup = 'KEY_A'\n")
        bench.turn(control, by: delta)
        _ = bench.rest()
        #expect(bench.actions.count == taps * 2)
    }

    /// The range of `tone`, 20 to 20480, is ten octaves, which 24 detents cover.
    @Test func aDetentOfALogTaperIsA24thOfItsTravel() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'tone'\nup = 'KEY_A'\ndown = 'KEY_B'\n")
        bench.turn("tone", by: 620, to: .number(640))
        _ = bench.rest()
        #expect(bench.actions.count == 12 * 2)
        bench.actions = []
        bench.turn("tone", by: -620, to: .number(20))
        _ = bench.rest()
        #expect(bench.shown.hasPrefix("+KEY_B") && bench.actions.count == 12 * 2)
    }

    @Test func aTickSaysHowFarADetentIsAndTheRestIsKept() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'open'\ntick = 0.1\nup = 'KEY_A'\n")
        for _ in 0..<10 { bench.turn("open", by: 0.03) }
        _ = bench.rest()
        #expect(bench.actions.count == 3 * 2)
        for _ in 0..<100 { bench.turn("open", by: 0.1) }
        #expect(bench.rest() <= .milliseconds(100))
    }

    @Test func onlyTheNamedInputCounts() throws {
        var bench = try UinputBench("[[uinput.turn]]\ninput = 'knob'\nup = 'KEY_A'\n")
        bench.turn(by: 1, from: .input("other"))
        bench.turn(by: 1, from: .client(2))
        bench.work()
        #expect(bench.shown == "")
        bench.turn("wave", by: 1, from: .input("knob"))
        bench.work()
        #expect(bench.shown == "+KEY_A -KEY_A")
    }

    @Test func aNamedControlCountsWhoeverMovesItExceptARestart() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'undo'\nup = 'KEY_A'\n")
        bench.turn(by: 1, from: .restore)
        bench.work()
        #expect(bench.shown == "")
        bench.turn(by: 1, from: .client(2))
        bench.turn(by: 1, from: .ramp)
        _ = bench.rest()
        #expect(bench.actions.count == 4)
    }

    /// However many detents were turned, the last key is pressed at most 0.1 s after the last detent.
    @Test(arguments: [1, 5, 30, 100])
    func aFloodOfDetentsDoesNotOutliveTheTurn(interval: Int) throws {
        var bench = try UinputBench(
            "[uinput]\ninterval_ms = \(interval)\n[[uinput.turn]]\ncontrol = 'undo'\nup = 'KEY_A'\ndown = 'KEY_B'\n")
        for _ in 0..<10_000 { bench.turn(by: 1) }
        for _ in 0..<100 { bench.turn(by: 10_000) }
        let time = bench.rest()
        #expect(time <= .milliseconds(100))
        #expect(bench.actions.count == 2 * max(1, 100 / interval))
        bench.actions = []
        for _ in 0..<10_000 { bench.turn(by: -1) }
        bench.now = bench.now + .seconds(1)
        _ = bench.rest()
        #expect(bench.shown.hasPrefix("+KEY_B") && !bench.shown.contains("KEY_A"))
    }

    /// Detents that wait too long, as on a busy machine, are dropped, except for the last detent.
    @Test func detentsThatWaitTooLongAreDroppedButTheLast() throws {
        var bench = try UinputBench("[[uinput.turn]]\nup = 'KEY_A'\n")
        bench.turn(by: 10)
        for _ in 0..<10 { bench.work(after: .milliseconds(40)) }
        #expect(bench.actions.count == 2 * 4)
        bench.turn(by: 2)
        bench.work()
        bench.work(after: .seconds(1))
        #expect(bench.actions.count == 2 * 6)
    }

    @Test func theWheelLosesNothing() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'undo'\nwheel = 'vertical'\n")
        for _ in 0..<1000 {
            for _ in 0..<10 { bench.turn(by: 1) }
            bench.work(after: .milliseconds(1))
        }
        _ = bench.rest()
        #expect(bench.scrolled == (units: 1_200_000, notches: 10_000))
        #expect(bench.actions.count <= 202)
    }

    /// The loop may be late by a whole second. The detents of this second are scrolled at once.
    @Test func theWheelLosesNothingOfASecondAtOnce() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'undo'\nwheel = 'vertical'\n")
        for _ in 0..<10_000 { bench.turn(by: -1) }
        bench.work()
        #expect(bench.scrolled == (units: -1_200_000, notches: -10_000))
    }

    @Test func aFineWheelMakesANotchOfItsUnits() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'undo'\nwheel = 'horizontal'\nunits = -50\n")
        for _ in 0..<5 {
            bench.turn(by: 1)
            bench.work()
        }
        #expect(bench.shown == "hwheel-50 hwheel-50 hwheel-50/-1 hwheel-50 hwheel-50/-1")
    }

    @Test func aScrollHasItsKeysAroundIt() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'undo'\nwheel = 'vertical'\nhold = 'KEY_LEFTCTRL'\n")
        bench.turn(by: 2)
        bench.work()
        #expect(bench.shown == "+KEY_LEFTCTRL wheel240/2 -KEY_LEFTCTRL")
    }

    @Test func aNonsenseDeltaDoesNothing() throws {
        var bench = try UinputBench("[[uinput.turn]]\ncontrol = 'undo'\nwheel = 'vertical'\n")
        bench.turn(by: .nan)
        bench.turn(by: .infinity)
        bench.work()
        #expect(bench.shown == "")
        bench.turn(by: 1e300)
        bench.work()
        #expect(bench.shown == "wheel1200000/10000")
    }

    @Test func anAxisHasItsEndsAtThoseOfTheRange() throws {
        var bench = try UinputBench(
            "[[uinput.axis]]\ncontrol = 'angle'\naxis = 'ABS_THROTTLE'\nmin = -100\nmax = 100\n"
                + "[[uinput.axis]]\ncontrol = 'open'\naxis = 'ABS_RX'\nmax = 10\nrange = '[-1, 1]'\n")
        for value in [0.0, 45, 90] {
            bench.turn("angle", by: 0, to: .number(value))
            bench.work()
        }
        for value in [-5.0, 0.5, 5] {
            bench.turn("open", by: 0, to: .number(value), from: .restore)
            bench.work()
        }
        #expect(
            bench.shown
                == "ABS_THROTTLE=0 ABS_THROTTLE=100 ABS_RX=0 ABS_RX=8 ABS_RX=10")
    }

    /// An `int` of 0 to 127 on axes with fewer or more positions, up to the limits of 32 bits.
    @Test(arguments: [
        (-3, 4, [-3, 0, 1, 4]), (0, 65_535, [0, 32_509, 33_026, 65_535]),
        (-2_147_483_648, 2_147_483_646, [-2_147_483_648, -16_909_321, 16_909_319, 2_147_483_646]),
    ])
    func anAxisHasTheWholeNumbersOfAnInt(_ minimum: Int, _ maximum: Int, _ places: [Int]) throws {
        var bench = try UinputBench(
            "[[uinput.axis]]\ncontrol = 'level'\naxis = 'ABS_X'\nmin = \(minimum)\nmax = \(maximum)\n")
        var shown: [String] = []
        for value in [127.0, 0, 63, 64, 127] {
            bench.turn("level", by: 0, to: .number(value))
            bench.work()
            shown.append(bench.shown)
        }
        let whole = shown.last?.split(separator: " ").suffix(4).map(String.init)
        #expect(whole == places.map { "ABS_X=\($0)" }, "\(shown)")
    }

    @Test func valuesOfAnAxisAreMergedAndTheLastOneArrives() throws {
        var bench = try UinputBench("[[uinput.axis]]\ncontrol = 'level'\naxis = 'ABS_X'\nmax = 127\n")
        for value in 0..<10_000 { bench.turn("level", by: 1, to: .number(Double(value % 128))) }
        bench.work()
        #expect(bench.shown == "ABS_X=15")
    }

    @Test func whatIsMissingIsNamedWithAHint() throws {
        let bench = try UinputBench(
            """
            [[uinput.turn]]
            control = "undoo"
            up = "KEY_A"
            [[uinput.turn]]
            control = "open"
            up = "KEY_A"
            [[uinput.press]]
            input = "knbo"
            keys = "KEY_A"
            [[uinput.axis]]
            control = "open"
            axis = "ABS_X"
            """)
        #expect(
            bench.core.missing == [
                "the daemon has no control named 'undoo' (did you mean 'undo'?)",
                "'open' has neither a step nor a range with two ends: give its turns a 'tick'",
                "the daemon has no input named 'knbo' (did you mean 'knob'?)",
                "'open' has a range without an end: give its axis a 'range'",
            ])
    }
}

extension UinputBench {
    var scrolled: (units: Int, notches: Int) {
        actions.reduce(into: (0, 0)) { sum, action in
            guard case .scroll(_, let units, let notches) = action else { return }
            sum.units += units
            sum.notches += notches
        }
    }
}
