import WheelCore
import WheelModel

/// `[[input]]`: the keys of `type = "evdev"`.
enum EvdevKeys {
    private static let owners = [InputType.evdev.rawValue]
    private static let ofDevices = owners + [InputType.touch.rawValue]

    static let match = Key(
        "match", .table, otherwise: "every rotary device that is no pointer and no keyboard, or every touchscreen",
        of: ofDevices,
        "The devices of the input: a table, described below. All devices that match act as one input.")
    static let grab = Key(
        "grab", .flag, default: false, of: ofDevices,
        "Whether the device is grabbed, so that other programs get no events from it.")
    static let turnKeys = Key(
        "turn_keys", ValueType<String>.key.list(2...2, of: "two keys"), otherwise: "none", of: owners,
        "The keys that the knob sends for a detent: down, up.")
    static let haptics = Key(
        "haptics", .flag, default: false, of: owners,
        "Force feedback, if the device has it: a tick per detent, a bump at an end.")

    static let rows = [match.row, grab.row] + AxisKeys.rows + [turnKeys.row, haptics.row]

    static func read(
        _ reader: TableReader, isReversed: Bool, isKey: (String) -> Bool, input: inout InputSettings
    ) -> EvdevSettings {
        input.detents = reader.read(GPIOKeys.detents).value
        let match = reader.read(match).value.flatMap { MatchTable.read($0, mistakes: reader.mistakes) }
        let grab = reader.read(grab).value
        let keys = reader.read(turnKeys).value?.values ?? []
        for key in keys where !isKey(key.value) {
            reader.mistakes.add(key.place, "the kernel has no key named \(quoted(key.value))")
        }
        if keys.count == 2, keys[0].value == keys[1].value {
            reader.mistakes.add(keys[1].place, "'turn_keys' needs two different keys: down, up")
        }
        var settings = EvdevSettings(
            match: match, grabs: grab,
            turnKeys: keys.count == 2 ? TurnKeys(down: keys[0].value, up: keys[1].value) : nil,
            hasHaptics: reader.read(haptics).value, isReversed: isReversed)
        AxisKeys.read(reader, into: &settings, &input)
        return settings
    }
}

extension ValueType where Value == String {
    /// The kernel's name of a key or button.
    static let key = text(0...200).refined("key's name", limits: "`KEY_…` or `BTN_…`") { text in
        isKeyName(text)
            ? nil : "must be a key by the kernel's name, as \"KEY_VOLUMEUP\", not \(quoted(text, quote: "\""))"
    }

    static func isKeyName(_ text: String) -> Bool {
        guard text.hasPrefix("KEY_") || text.hasPrefix("BTN_"), (5...40).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "_")
        }
    }
}
