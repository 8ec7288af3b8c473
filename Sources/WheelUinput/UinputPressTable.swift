import WheelBridge
import WheelConfiguration

/// `[[uinput.press]]`
package enum UinputPressTable {
    static let input = Key("input", .name, otherwise: "any input", "The input's name.")
    static let gesture = PressTrigger.gesture(
        "`down`: the keys are held while the button is. `click`, `double` and `long` press and release them at once.")
    static let keys = Key(
        required: "keys", .keys, as: "\"KEY_LEFTCTRL+KEY_Z\"",
        "The keys, by the kernel's names. They go down in this order, and up in the reverse order.")

    package static let schema = TableSchema(
        "[[uinput.press]]", "A button of the panel that presses keys.",
        [input.row, PressTrigger.button.row, gesture.row, keys.row])

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> UinputPress? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let input = reader.read(input)
        let button = reader.read(PressTrigger.button)
        let gesture = reader.read(gesture)
        return reader.read(keys).value.map {
            UinputPress(
                PressTrigger(input: input.value, button: button.value, gesture: gesture.value), keys: $0)
        }
    }
}
