import WheelBridge
import WheelConfiguration

package enum UinputTurnTable {
    package struct Draft: Sendable {
        var control: String?
        var input: String?
        var tick: Double?
        var (up, down, hold) = (KeyChord(), KeyChord(), KeyChord())
        var wheel: UinputWheel?
        var units = 120.0
    }

    package static let table = Table(
        "[[uinput.turn]]", "What the turns of a control or of an input do.", Draft()
    ) {
        Setting(
            "control", .name, otherwise: "every control", { $0.control = $1 },
            "The control whose moves count: those by hands, by clients and by ramps.")
        Setting(
            "input", .name, otherwise: "anything that moves `control`; without that, any input", { $0.input = $1 },
            "The input whose turns count, seen by the control that it moves.")
        Setting(
            "tick", .number(.above(0)),
            otherwise:
                "a 24th of the range, on a grid to the nearest step; the step of an `int` of at most 60 steps, and "
                + "without ends", { $0.tick = $1 },
            "How far a control moves for a detent.")
        Setting(
            "up", .keys, otherwise: "nothing", { $0.up = $1 }, "The keys that are pressed for a detent upwards.")
        Setting(
            "down", .keys, otherwise: "nothing", { $0.down = $1 }, "The keys that are pressed for a detent downwards.")
        Setting(
            "wheel", .word(UinputWheel.self), otherwise: "`up` and `down`", { $0.wheel = $1 },
            "A high-resolution mouse wheel, instead of keys: `vertical` or `horizontal`.")
        Setting(
            "units", .number(.closed(-1200...1200)), default: 120, { $0.units = $1 },
            "How far a detent upwards scrolls, in 1/120 of a mouse's notch: up, or to the right. Less than 120 is finer. A negative "
                + "number scrolls the other way.")
        Setting(
            "hold", .keys, otherwise: "none", { $0.hold = $1 },
            "Keys that are down while the wheel turns, as `KEY_LEFTCTRL` to zoom.")
    }

    static func finish(_ draft: Draft, _ reader: TableReader) -> UinputTurn {
        check(draft, reader)
        let output: UinputTurn.Output =
            draft.wheel.map { .scroll($0, units: draft.units, hold: draft.hold) }
            ?? .taps(up: draft.up, down: draft.down)
        let mover: UinputTurn.Mover =
            draft.input.map { .input($0) } ?? (draft.control == nil ? .anyInput : .anyone)
        return UinputTurn(control: draft.control, mover: mover, tick: draft.tick, output: output)
    }

    private static func check(_ draft: Draft, _ reader: TableReader) {
        guard reader.has("wheel") else {
            for name in ["units", "hold"] where reader.isGiven(name) {
                reader.complain(at: name, "'\(name)' belongs to a 'wheel'")
            }
            if !reader.has("up"), !reader.has("down") {
                reader.mistakes.add(
                    reader.place, "[[uinput.turn]] needs 'up' and 'down', or a 'wheel', as up = \"KEY_VOLUMEUP\"")
            }
            return
        }
        for name in ["up", "down"] where reader.isGiven(name) {
            reader.complain(at: name, "'\(name)' and 'wheel' exclude each other: 'hold' has the keys of a wheel")
        }
        if draft.wheel != nil, let first = draft.hold.codes.first, UinputDevice.of(key: first) != .keys {
            reader.complain(at: "hold", "'hold' must be keys of a keyboard or a mouse: a joystick has no wheel")
        }
    }
}
