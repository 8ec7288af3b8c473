import WheelConfiguration

/// `[[uinput.turn]]`
package enum UinputTurnTable {
    static let control = Key(
        "control", .name, otherwise: "every control",
        "The control whose moves count: those by hands, by clients and by ramps.")
    static let input = Key(
        "input", .name, otherwise: "anything that moves `control`; without that, any input",
        "The input whose turns count, seen by the control that it moves.")
    static let tick = Key(
        "tick", .number(.above(0)),
        otherwise: "a 24th of the range, on a grid to the nearest step; the step of an `int` of at most 60 steps, and "
            + "without ends",
        "How far a control moves for a detent.")
    static let up = Key("up", .keys, otherwise: "nothing", "The keys that are pressed for a detent upwards.")
    static let down = Key("down", .keys, otherwise: "nothing", "The keys that are pressed for a detent downwards.")
    static let wheel = Key(
        "wheel", .word(UinputWheel.self), otherwise: "`up` and `down`",
        "A high-resolution mouse wheel, instead of keys: `vertical` or `horizontal`.")
    static let units = Key(
        "units", .number(.closed(-1200...1200)), default: 120,
        "How far a detent upwards scrolls, in 1/120 of a mouse's notch: up, or to the right. Less than 120 is finer. A negative "
            + "number scrolls the other way.")
    static let hold = Key(
        "hold", .keys, otherwise: "none", "Keys that are down while the wheel turns, as `KEY_LEFTCTRL` to zoom.")

    package static let schema = TableSchema(
        "[[uinput.turn]]", "What the turns of a control or of an input do.",
        [control.row, input.row, tick.row, up.row, down.row, wheel.row, units.row, hold.row])

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> UinputTurn? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let control = reader.read(control)
        let input = reader.read(input)
        let tick = reader.read(tick)
        let up = reader.read(up)
        let down = reader.read(down)
        let wheel = reader.read(wheel)
        let units = reader.read(units)
        let hold = reader.read(hold)
        let mover: UinputTurn.Mover =
            input.value.map { .input($0) } ?? (control.value == nil ? .anyInput : .anyone)
        var turn = UinputTurn(
            control: control.value, mover: mover, tick: tick.value,
            output: .taps(up: up.value ?? KeyChord(), down: down.value ?? KeyChord()))
        guard wheel.state == .absent else {
            for (key, name) in [(up, "up"), (down, "down")] where key.isGiven {
                mistakes.add(key.place, "'\(name)' and 'wheel' exclude each other: 'hold' has the keys of a wheel")
            }
            guard let axis = wheel.value else { return nil }
            if let keys = hold.value, let first = keys.codes.first, UinputDevice.of(key: first) != .keys {
                mistakes.add(hold.place, "'hold' must be keys of a keyboard or a mouse: a joystick has no wheel")
            }
            turn.output = .scroll(axis, units: units.value, hold: hold.value ?? KeyChord())
            return turn
        }
        for (isGiven, place, name) in [(units.isGiven, units.place, "units"), (hold.isGiven, hold.place, "hold")]
        where isGiven {
            mistakes.add(place, "'\(name)' belongs to a 'wheel'")
        }
        if up.state == .absent, down.state == .absent {
            mistakes.add(table.place, "[[uinput.turn]] needs 'up' and 'down', or a 'wheel', as up = \"KEY_VOLUMEUP\"")
        }
        return turn
    }
}
