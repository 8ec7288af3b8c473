import Testing
import WheelBridge
import WheelConfiguration
import WheelCore

@testable import WheelUinput

@Suite struct UinputTableTests {
    private func mistakes(_ text: String) -> [String] {
        do throws(ConfigurationMistakes) {
            _ = try BridgeFile.parse(Array(text.utf8), file: "b", table: "uinput") {
                UinputTable.read($0, mistakes: $1)
            }
            return []
        } catch {
            return error.list.map(\.description)
        }
    }

    private func settings(_ text: String) throws -> UinputSettings? {
        try BridgeFile.parse(Array(text.utf8), file: "b", table: "uinput") { UinputTable.read($0, mistakes: $1) }.value
    }

    @Test func everyKeyIsRead() throws {
        let read = try #require(
            try settings(
                """
                [uinput]
                name = "knobs"
                interval_ms = 10
                [[uinput.turn]]
                control = "a"
                tick = 2
                up = "KEY_A + KEY_B"
                [[uinput.turn]]
                input = "knob"
                wheel = "horizontal"
                units = -15
                hold = "KEY_LEFTCTRL"
                [[uinput.press]]
                input = "knob"
                button = "one"
                gesture = "long"
                keys = "BTN_LEFT"
                [[uinput.axis]]
                control = "a"
                axis = "ABS_X"
                min = -5
                max = 5
                range = "[0, 1]"
                """))
        #expect(read.name == "knobs" && read.interval == .milliseconds(10))
        let first = UinputTurn(
            control: "a", mover: .anyone, tick: 2, output: .taps(up: KeyChord([30, 48]), down: KeyChord()))
        let second = UinputTurn(
            mover: .input("knob"), output: .scroll(.horizontal, units: -15, hold: KeyChord([29])))
        #expect(read.turns == [first, second])
        let press = UinputPress(
            trigger: PressTrigger(input: "knob", button: "one", gesture: .long), keys: KeyChord([0x110]))
        #expect(read.presses == [press])
        #expect(read.axes.map(\.minimum) == [-5] && read.axes.map(\.part) == [ValueRange(0, 1)])
    }

    private static let cases: [(table: String, mistake: String)] = [
        ("[uinput]\ninterval_ms = 0", "b:2:15: 'interval_ms' must be 1…100, not 0"),
        ("[uinput]\nnmae = 'x'", "b:2:1: unknown key 'nmae' (did you mean 'name'?)"),
        (
            "[[uinput.turn]]\ncontrol = 'a'",
            "b:1:1: [[uinput.turn]] needs 'up' and 'down', or a 'wheel', as up = \"KEY_VOLUMEUP\""
        ),
        (
            "[[uinput.turn]]\nup = 'CTRL+KEY_Z'",
            "b:2:6: 'up' must be keys, as \"KEY_LEFTCTRL+KEY_Z\", and 'CTRL' is none (did you mean 'KEY_LEFTCTRL'?)"
        ),
        (
            "[[uinput.turn]]\nup = 'KEY_A+KEY_A'", "b:2:6: 'up' must have each key once, and has 'KEY_A' twice"
        ),
        (
            "[[uinput.turn]]\nup = 'KEY_A+BTN_SOUTH'",
            "b:2:6: 'up' must not mix buttons of a joystick with other keys: they are on two devices"
        ),
        (
            "[[uinput.turn]]\nup = 'KEY_1+KEY_2+KEY_3+KEY_4+KEY_5+KEY_6+KEY_7+KEY_8+KEY_9'",
            "b:2:6: 'up' must be at most 8 keys, not 9"
        ),
        (
            "[[uinput.turn]]\nup = 5", "b:2:6: 'up' must be a string, as \"KEY_LEFTCTRL+KEY_Z\", not a whole number"
        ),
        (
            "[[uinput.turn]]\nup = 'KEY_A'\nunits = 5", "b:3:9: 'units' belongs to a 'wheel'"
        ),
        (
            "[[uinput.turn]]\nwheel = 'vertical'\ndown = 'KEY_A'",
            "b:3:8: 'down' and 'wheel' exclude each other: 'hold' has the keys of a wheel"
        ),
        (
            "[[uinput.turn]]\nwheel = 'vertical'\nhold = 'BTN_SOUTH'",
            "b:3:8: 'hold' must be keys of a keyboard or a mouse: a joystick has no wheel"
        ),
        (
            "[[uinput.turn]]\nwheel = 'vertikal'",
            "b:2:9: 'wheel' must be \"vertical\" or \"horizontal\", not \"vertikal\" (did you mean 'vertical'?)"
        ),
        (
            "[[uinput.press]]\ninput = 'a'", "b:1:1: [[uinput.press]] needs 'keys', as keys = \"KEY_LEFTCTRL+KEY_Z\""
        ),
        (
            "[[uinput.axis]]\ncontrol = 'a'\naxis = 'ABS_THROTLE'",
            "b:3:8: 'axis' must be an axis, as \"ABS_THROTTLE\", not 'ABS_THROTLE' (did you mean 'ABS_THROTTLE'?)"
        ),
        (
            "[[uinput.axis]]\ncontrol = 'a'\naxis = 'ABS_X'\nmin = 5\nmax = 5",
            "b:5:7: 'max' must be greater than 'min', not 5 with 5"
        ),
        (
            "[[uinput.axis]]\ncontrol = 'a'\naxis = 'ABS_X'\nrange = '[0, inf)'",
            "b:4:9: 'range' must have two ends, as \"[0, 100]\""
        ),
        (
            "[[uinput.axis]]\ncontrol = 'a'\naxis = 'ABS_X'\n[[uinput.axis]]\ncontrol = 'b'\naxis = 'ABS_X'",
            "b:6:8: another [[uinput.axis]] has ABS_X already"
        ),
    ]

    @Test(arguments: cases.indices)
    func eachMistakeHasItsPlaceAndAHint(index: Int) {
        #expect(mistakes(Self.cases[index].table) == [Self.cases[index].mistake])
    }

    /// A table that lists any output replaces the default volume keys.
    @Test func aListTakesThePlaceOfTheVolumeKeys() throws {
        let read = try #require(try settings("[[uinput.axis]]\ncontrol = 'a'\naxis = 'ABS_X'"))
        #expect(read.turns.isEmpty && read.presses.isEmpty)
        let usual = try #require(try settings("[uinput]\nname = 'x'"))
        #expect(usual.turns.count == 1 && usual.presses.count == 1)
    }
}
