import WheelBridge
import WheelConfiguration

/// `[[midi.press]]`
package enum MIDIPressTable {
    private static let trigger = PressKeys(
        "`down`: the note or controller is on while the button is held. `click`, `double` and `long` switch it on and off "
            + "at once.")
    static let form = Key(
        "form", .word(MIDIPress.Form.self), default: .note,
        "`note`: velocity 127. `cc`: 127 for on, 0 for off. `program`: a program change.")
    static let number = MIDIKeys.number("The note, controller or program.")

    package static let schema = TableSchema(
        "[[midi.press]]", "A button of the panel that sends messages.",
        trigger.rows + [form.row, number.row, MIDIKeys.channel.row])

    static func read(_ table: TOMLTable, channel: Int, _ mistakes: MistakeList) -> MIDIPress? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let trigger = trigger.read(reader)
        let form = reader.read(form)
        let number = reader.read(number)
        let own = reader.read(MIDIKeys.channel)
        let most = form.value == .cc ? 119 : 127
        guard MIDIKeys.check(number, upTo: most, form.value.rawValue, mistakes), let trigger,
            let index = number.value
        else { return nil }
        return MIDIPress(
            trigger: trigger, form: form.value, channel: own.value.map { $0 - 1 } ?? channel, number: index)
    }
}
