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

package enum MIDIFeedTable {
    package static let table = Table(
        "[[midi.feed]]", "A knob or button of MIDI that is one of the panel: an input of type `client`.", MIDIFeed()
    ) {
        Setting.target()
        Setting(
            "form", .word(), default: MIDIFeed.Form.relative(.twosComplement), { $0.form = $1 },
            "What comes. `absolute` is a knob with ends, which turns the input by as much as its value changes. `note` and "
                + "`button` (a controller, down from 64 on) are buttons.")
        Setting.message(number: "The controller or note.")
        Setting.detents(most: 100, for: "a step of the knob")
    }

    static func finish(_ feed: inout MIDIFeed, _ reader: TableReader, channel: Int) -> MIDIFeed {
        let form = feed.form
        reader.checkFeed(isButton: form == .note || form == .button, forms: "forms \"note\" and \"button\"")
        reader.checkMessage(&feed, upTo: form == .note ? 127 : 119, form.rawValue, channel: channel)
        return feed
    }
}
