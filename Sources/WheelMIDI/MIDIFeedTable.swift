import WheelBridge
import WheelConfiguration

/// The words of `form`.
extension MIDIFeed.Form: CaseIterable, RawRepresentable {
    package static let allCases =
        RelativeEncoding.allCases.map(MIDIFeed.Form.relative) + [.absolute, .note, .button]

    package init?(rawValue: String) {
        guard let form = MIDIFeed.Form.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = form
    }

    package var rawValue: String {
        switch self {
        case .relative(let encoding): encoding.rawValue
        case .absolute: "absolute"
        case .note: "note"
        case .button: "button"
        }
    }
}

/// `[[midi.feed]]`
package enum MIDIFeedTable {
    private static let target = FeedKeys(mostDetents: 100, for: "a step of the knob")
    private static let form = Key(
        "form", .word(MIDIFeed.Form.self), default: .relative(.twosComplement),
        "What comes. `absolute` is a knob with ends, which turns the input by as much as its value changes. `note` and "
            + "`button` (a controller, down from 64 on) are buttons.")
    static let number = MIDIKeys.number("The controller or note.")

    package static let schema = TableSchema(
        "[[midi.feed]]", "A knob or button of MIDI that is one of the panel: an input of type `client`.",
        target.rows([form.row, number.row, MIDIKeys.channel.row]))

    static func read(_ table: TOMLTable, channel: Int, _ mistakes: MistakeList) -> MIDIFeed? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let form = reader.read(form)
        let number = reader.read(number)
        let own = reader.read(MIDIKeys.channel)
        let isButton = form.value == .note || form.value == .button
        let target = target.read(reader, isButton: isButton, forms: "forms \"note\" and \"button\"")
        let most = form.value == .note ? 127 : 119
        guard MIDIKeys.check(number, upTo: most, form.value.rawValue, mistakes), let target, let index = number.value
        else { return nil }
        return MIDIFeed(
            target: target, form: form.value, channel: own.value.map { $0 - 1 } ?? channel, number: index)
    }
}
