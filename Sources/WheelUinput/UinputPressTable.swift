import WheelBridge
import WheelConfiguration

/// `[[uinput.press]]`
package enum UinputPressTable {
    private static let trigger = PressKeys(
        "`down`: the keys are held while the button is. `click`, `double` and `long` press and release them at once.",
        ofInput: false)
    static let keys = Key(
        required: "keys", .keys, as: "\"KEY_LEFTCTRL+KEY_Z\"",
        "The keys, by the kernel's names. They go down in this order, and up in the reverse order.")

    package static let schema = TableSchema(
        "[[uinput.press]]", "A button of the panel that presses keys.",
        trigger.rows + [keys.row])

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> UinputPress? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let trigger = trigger.read(reader)
        guard let keys = reader.read(keys).value, let trigger else { return nil }
        return UinputPress(trigger: trigger, keys: keys)
    }
}
