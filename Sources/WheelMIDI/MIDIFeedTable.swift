import WheelConfiguration

/// The words of `form`.
private enum FeedWord: String, CaseIterable, Sendable {
    case twosComplement = "twos-complement"
    case binaryOffset = "binary-offset"
    case signMagnitude = "sign-magnitude"
    case upDown = "up-down"
    case absolute, note, button

    var form: MIDIFeed.Form {
        switch self {
        case .twosComplement: .relative(.twosComplement)
        case .binaryOffset: .relative(.binaryOffset)
        case .signMagnitude: .relative(.signMagnitude)
        case .upDown: .relative(.upDown)
        case .absolute: .absolute
        case .note: .note
        case .button: .button
        }
    }
}

/// `[[midi.feed]]`
package enum MIDIFeedTable {
    static let input = Key(required: "input", .name, as: "\"dial\"", "The input's name. Its `type` is `client`.")
    static let button = Key(
        "button", .name, otherwise: "the only one", "The button's name, where the input has several.")
    private static let form = Key(
        "form", .word(FeedWord.self), default: .twosComplement,
        "What comes. `absolute` is a knob with ends, which turns the input by as much as its value changes. `note` and "
            + "`button` (a controller, down from 64 on) are buttons.")
    static let number = MIDIKeys.number("The controller or note.")
    static let detents = Key(
        "detents", .number(.closed(-100...100)), default: 1,
        "Detents for a step of the knob. Negative turns the other way.")

    package static let schema = TableSchema(
        "[[midi.feed]]", "A knob or button of MIDI that is one of the panel: an input of type `client`.",
        [input.row, button.row, form.row, number.row, MIDIKeys.channel.row, detents.row])

    static func read(_ table: TOMLTable, channel: Int, _ mistakes: MistakeList) -> MIDIFeed? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let input = reader.read(input)
        let button = reader.read(button)
        let form = reader.read(form)
        let number = reader.read(number)
        let own = reader.read(MIDIKeys.channel)
        let detents = reader.read(detents)
        let isButton = form.value == .note || form.value == .button
        if button.isGiven, !isButton {
            mistakes.add(button.place, "'button' belongs to the forms \"note\" and \"button\"")
        }
        if detents.isGiven, isButton { mistakes.add(detents.place, "'detents' belongs to knobs, not to buttons") }
        let most = form.value == .note ? 127 : 119
        guard MIDIKeys.check(number, upTo: most, form.value.rawValue, mistakes), let name = input.value,
            let index = number.value
        else { return nil }
        return MIDIFeed(
            input: name, button: button.value, form: form.value.form, channel: own.value.map { $0 - 1 } ?? channel,
            number: index, detents: detents.value)
    }
}
