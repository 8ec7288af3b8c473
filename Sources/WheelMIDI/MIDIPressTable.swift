import WheelBridge
import WheelConfiguration

/// `[[midi.press]]`
package enum MIDIPressTable {
    static let gesture = PressTrigger.gesture(
        "`down`: the note or controller is on while the button is held. `click`, `double` and `long` switch it on and off "
            + "at once.")
    static let form = Key(
        "form", .word(MIDIPress.Form.self), default: .note,
        "`note`: velocity 127. `cc`: 127 for on, 0 for off. `program`: a program change.")
    static let number = MIDIKeys.number("The note, controller or program.")

    package static let schema = TableSchema(
        "[[midi.press]]", "A button of the panel that sends messages.",
        [
            MIDIKeys.input.row, PressTrigger.button.row, gesture.row, form.row, number.row, MIDIKeys.channel.row,
        ])

    static func read(_ table: TOMLTable, channel: Int, _ mistakes: MistakeList) -> MIDIPress? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let input = reader.read(MIDIKeys.input)
        let button = reader.read(PressTrigger.button)
        let gesture = reader.read(gesture)
        let form = reader.read(form)
        let number = reader.read(number)
        let own = reader.read(MIDIKeys.channel)
        let most = form.value == .cc ? 119 : 127
        guard MIDIKeys.check(number, upTo: most, form.value.rawValue, mistakes), let name = input.value,
            let index = number.value
        else { return nil }
        return MIDIPress(
            trigger: PressTrigger(input: name, button: button.value, gesture: gesture.value), form: form.value,
            channel: own.value.map { $0 - 1 } ?? channel, number: index)
    }
}
