import WheelBridge
import WheelConfiguration

package enum UinputTable {
    private static let usual = UinputSettings()
    private static let lists = ["turn", "press", "axis"]

    package static let table = Table(
        "[uinput]",
        "The bridge `wheel-uinput`. Without any list each detent is a press of the volume keys, and a click mutes.",
        usual, with: lists
    ) {
        Setting(
            "name", .text(1...60), default: usual.name, { $0.name = $1 },
            "The name of the virtual device. A second device, for axes, has ` axes` appended.")
        Setting(
            "interval_ms", .milliseconds(1...100), default: usual.interval, { $0.interval = $1 },
            "The shortest time between two presses of the same turn. Faster presses are delayed, by at most 0.1 s. "
                + "Scrolled units and values of an axis are coalesced instead.")
    }

    package static func read(_ uinput: TOMLTable, mistakes: MistakeList) -> UinputSettings {
        var settings = table.read(uinput, mistakes).draft
        settings.turns =
            UinputTurnTable.table.readAll(in: uinput, most: 256, mistakes) { UinputTurnTable.finish($0, $1) } ?? []
        settings.presses =
            UinputPressTable.table.readAll(in: uinput, most: 256, mistakes) { press, _ in press } ?? []
        var codes: Set<UInt16> = []
        settings.axes =
            UinputAxisTable.table.readAll(in: uinput, most: 40, mistakes) {
                UinputAxisTable.finish($0, $1, &codes)
            } ?? []
        if !uinput.entries.contains(where: { lists.contains($0.key) }) { settings.addVolume() }
        return settings
    }
}

extension UinputSettings {
    /// Adds the behaviour of a ready-made volume knob.
    package mutating func addVolume() {
        guard let up = EventName.key("KEY_VOLUMEUP"), let down = EventName.key("KEY_VOLUMEDOWN"),
            let mute = EventName.key("KEY_MUTE")
        else { return }
        turns.append(UinputTurn(output: .taps(up: KeyChord([up]), down: KeyChord([down]))))
        presses.append(UinputPress(trigger: PressTrigger(gesture: .click), keys: KeyChord([mute])))
    }

    /// Adds the behaviour of a mouse wheel. A clockwise turn scrolls down.
    package mutating func addWheel() {
        turns.append(UinputTurn(output: .scroll(.vertical, units: -120, hold: KeyChord())))
    }
}

extension ValueType where Value == KeyChord {
    /// Keys by the kernel's names: `KEY_LEFTCTRL+KEY_Z`.
    static let keys = ValueType(
        "keys", limits: "as `KEY_LEFTCTRL+KEY_Z`",
        write: { quoted($0.codes.map(EventName.name(ofKey:)).joined(separator: "+"), quote: "\"") }
    ) { node, subject in
        guard case .string(let text) = node.value else {
            return subject.mustBe("a string, as \"KEY_LEFTCTRL+KEY_Z\"", node)
        }
        let names = text.split(separator: "+", omittingEmptySubsequences: false).map { $0.trimmed }
        guard names.count <= KeyChord.most else {
            return subject.complain(node.place, "must be at most \(KeyChord.most) keys, not \(names.count)")
        }
        var codes: [UInt16] = []
        for name in names {
            guard let code = EventName.key(name) else {
                let hint = EventName.nearestKey(name).map { " (did you mean '\($0)'?)" } ?? ""
                return subject.complain(
                    node.place, "must be keys, as \"KEY_LEFTCTRL+KEY_Z\", and \(quoted(name)) is none\(hint)")
            }
            guard !codes.contains(code) else {
                return subject.complain(node.place, "must have each key once, and has \(quoted(name)) twice")
            }
            codes.append(code)
        }
        guard Set(codes.map(UinputDevice.of(key:))).count == 1 else {
            return subject.complain(
                node.place, "must not mix buttons of a joystick with other keys: they are on two devices")
        }
        return KeyChord(codes)
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var rest = self
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}

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
            "The control whose moves count, whether by hands, by clients or by ramps.")
        Setting(
            "input", .name, otherwise: "anything that moves `control`; without that, any input", { $0.input = $1 },
            "The input whose turns count, as moves of its control.")
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
            "Keys that are held while the wheel turns, as `KEY_LEFTCTRL` to zoom.")
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

package enum UinputPressTable {
    package static let table = Table("[[uinput.press]]", "A button of the panel that presses keys.", UinputPress()) {
        Setting.trigger(
            "`down`: the keys are held while the button is. `click`, `double` and `long` press and release the keys at "
                + "once.",
            ofInput: false)
        Setting(
            required: "keys", .keys, as: "\"KEY_LEFTCTRL+KEY_Z\"", { $0.keys = $1 },
            "The keys, by the kernel's names. The keys are pressed in this order and released in the reverse order.")
    }
}

package enum UinputAxisTable {
    private static let usual = UinputAxis()

    package static let table = Table(
        "[[uinput.axis]]", "A control that acts as an absolute axis, as of a joystick.", usual
    ) {
        Setting(required: "control", .name, as: "\"throttle\"", { $0.control = $1 }, "The control's name.")
        Setting(
            required: "axis", .axis, as: "\"ABS_THROTTLE\"", { $0.code = $1 }, "The axis, by the kernel's name.")
        Setting(
            "min", .whole(-2_147_483_648...2_147_483_646), default: usual.minimum, { $0.minimum = $1 },
            "The axis's value at the lower end of the control's range.")
        Setting(
            "max", .whole(-2_147_483_647...2_147_483_647), default: usual.maximum, { $0.maximum = $1 },
            "The axis's value at the upper end of the control's range.")
        Setting(
            "range", .part, otherwise: "the control's range", { $0.part = $1 },
            "The part of the control's range that the axis covers. Needed where the range has no ends.")
    }

    /// Checks a table and adds its axis to `codes`, the axes that the preceding tables use.
    static func finish(_ axis: UinputAxis, _ reader: TableReader, _ codes: inout Set<UInt16>) -> UinputAxis {
        if axis.minimum >= axis.maximum {
            reader.complain(
                at: reader.isGiven("max") ? "max" : "min",
                "'max' must be greater than 'min', not \(axis.maximum) with \(axis.minimum)")
        }
        if reader.isGiven("axis"), !codes.insert(axis.code).inserted {
            reader.complain(at: "axis", "another [[uinput.axis]] has \(EventName.name(ofAxis: axis.code)) already")
        }
        return axis
    }
}

extension ValueType where Value == UInt16 {
    /// An absolute axis by the kernel's name.
    fileprivate static let axis = ValueType(
        "axis", limits: "as `ABS_THROTTLE`", write: { quoted(EventName.name(ofAxis: $0), quote: "\"") }
    ) { node, subject in
        guard case .string(let text) = node.value else { return subject.mustBe("a string, as \"ABS_THROTTLE\"", node) }
        guard let code = EventName.axis(text) else {
            let hint = EventName.nearestAxis(text).map { " (did you mean '\($0)'?)" } ?? ""
            return subject.complain(node.place, "must be an axis, as \"ABS_THROTTLE\", not \(quoted(text))\(hint)")
        }
        return code
    }
}
