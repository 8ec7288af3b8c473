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
            "The name of the virtual device. A second one with axes has ` axes` behind it.")
        Setting(
            "interval_ms", .milliseconds(1...100), default: usual.interval, { $0.interval = $1 },
            "The shortest time between two presses of the same turn. Presses that come faster wait, but never more than 0.1 s. "
                + "Scrolled units and values of an axis are joined instead.")
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
    /// What a bought volume knob does.
    package mutating func addVolume() {
        guard let up = EventName.key("KEY_VOLUMEUP"), let down = EventName.key("KEY_VOLUMEDOWN"),
            let mute = EventName.key("KEY_MUTE")
        else { return }
        turns.append(UinputTurn(output: .taps(up: KeyChord([up]), down: KeyChord([down]))))
        presses.append(UinputPress(trigger: PressTrigger(gesture: .click), keys: KeyChord([mute])))
    }

    /// The wheel of a mouse. Clockwise is down.
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
