import WheelBridge
import WheelConfiguration

package enum MIDIPressTable {
    package static let table = Table("[[midi.press]]", "A button of the panel that sends messages.", MIDIPress()) {
        Setting.trigger(
            "`down`: the note or controller is on while the button is held. `click`, `double` and `long` switch it on and off "
                + "at once.")
        Setting(
            "form", .word(), default: MIDIPress.Form.note, { $0.form = $1 },
            "`note`: velocity 127. `cc`: 127 for on, 0 for off. `program`: a program change.")
        Setting.message(number: "The note, controller or program.")
    }

    static func finish(_ press: inout MIDIPress, _ reader: TableReader, channel: Int) -> MIDIPress {
        reader.checkMessage(&press, upTo: press.form == .cc ? 119 : 127, press.form.rawValue, channel: channel)
        return press
    }
}
