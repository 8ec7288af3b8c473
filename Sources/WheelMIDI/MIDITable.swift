import WheelBridge
import WheelConfiguration

package enum MIDITable {
    private static let usual = MIDISettings()

    package static let table = Table(
        "[midi]", "The bridge `wheel-midi`. Without `[[midi.control]]` every control has a controller.",
        (settings: usual, channel: 0), with: ["control", "press", "feed"]
    ) {
        Setting(
            "name", .text(1...60), default: usual.name, { $0.settings.name = $1 },
            "The name of the bridge's port, for other programs.")
        Setting(
            "port", .text(1...100), otherwise: "other programs connect with the bridge's port",
            { $0.settings.peer = $1 },
            "The program or device to connect with: a name or the beginning of a name, or numbers as `128:0`. "
                + "wheel-midi waits for the program or device, and reconnects after each loss. `aconnect -l` lists "
                + "them.")
        Setting(
            "channel", .whole(1...16), default: 1, { $0.channel = $1 - 1 },
            "The channel of all tables that name none.")
        Setting(
            "interval_ms", .milliseconds(0...1000), default: usual.interval, { $0.settings.interval = $1 },
            "The shortest time between two messages of a control. Values in between are left out, never the last one.")
    }

    package static func read(_ midi: TOMLTable, mistakes: MistakeList) -> MIDISettings {
        var (settings, channel) = table.read(midi, mistakes).draft
        settings.controls = MIDIControlTable.table.readAll(in: midi, most: 544, mistakes) {
            MIDIControlTable.finish(&$0, $1, channel: channel)
        }
        settings.presses =
            MIDIPressTable.table.readAll(in: midi, most: 256, mistakes) {
                MIDIPressTable.finish(&$0, $1, channel: channel)
            } ?? []
        settings.feeds =
            MIDIFeedTable.table.readAll(in: midi, most: 256, mistakes) {
                MIDIFeedTable.finish(&$0, $1, channel: channel)
            } ?? []
        return settings
    }
}

/// A table whose messages have one number and one channel. Channels are numbered from 0.
protocol MIDIMessageDraft: Sendable {
    var channel: Int { get set }
    var number: Int { get set }
}

extension Setting where Draft: MIDIMessageDraft {
    static func message(number meaning: String) -> [Setting] {
        [
            Setting(required: "number", .whole(0...16383), as: "74", { $0.number = $1 }, meaning),
            Setting(
                "channel", .whole(1...16), otherwise: "the channel of `[midi]`", { $0.channel = $1 - 1 }, "The channel."
            ),
        ]
    }
}

extension TableReader {
    /// Checks that the number fits this form. Also sets the message's channel, if the table names none.
    func checkMessage(_ message: inout some MIDIMessageDraft, upTo most: Int, _ form: String, channel: Int) {
        if !has("channel") { message.channel = channel }
        if isGiven("number"), message.number > most {
            let form = quoted(form, quote: "\"")
            complain(at: "number", "'number' must be 0…\(most) for \(form), not \(message.number)")
        }
    }
}

/// The values of the key `form`.
extension MIDIForm: CaseIterable, RawRepresentable {
    package static let allCases =
        [.controller, .controller14, .parameter, .notes, .program] + RelativeEncoding.allCases.map(MIDIForm.relative)

    package init?(rawValue: String) {
        guard let form = MIDIForm.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = form
    }

    package var rawValue: String {
        switch self {
        case .controller: "cc"
        case .controller14: "cc14"
        case .parameter: "nrpn"
        case .notes: "notes"
        case .program: "program"
        case .relative(let encoding): encoding.rawValue
        }
    }
}

package enum MIDIControlTable {
    package static let table = Table(
        "[[midi.control]]", "A control and the messages for its value.",
        MIDIControl(route: MirrorRoute(control: "", numbers: .values, mayEcho: true), number: 0)
    ) {
        Setting.control
        Setting(
            "form", .word(), default: MIDIForm.controller, { $0.form = $1 },
            "Its messages. `cc`, `cc14` and `nrpn` spread 7 or 14 bits over the range. `notes` and `program` have a "
                + "number for each position of a choice, or for each whole number. The other kinds report how far the "
                + "control has moved.")
        Setting.message(
            number:
                "The controller, 0 to 119; with `cc14` the controller of the upper 7 bits, 0 to 31; with `nrpn` the "
                + "parameter, 0 to 16383; with `notes` and `program` the number of the first position, 0 to 127.")
        Setting.route(
            receive:
                "Whether received messages set the control. Relative messages never set the control: see "
                + "`[[midi.feed]]`.",
            takeover:
                "What a received number does while the control has another value: `jump` sets the number, `pickup` "
                + "waits until the knob reaches or passes the value.",
            range: "The part of the control's range that the messages cover. Needed where the range has no ends.")
        Setting(
            "tick", .number(.above(0)), otherwise: "the control's step, else 1/128 of its range", { $0.tick = $1 },
            "How far the control moves for one step of a relative message.")
    }

    static func finish(_ control: inout MIDIControl, _ reader: TableReader, channel: Int) -> MIDIControl {
        let form = control.form
        control.route.numbers = form.numbers
        if case .relative = form {
        } else if reader.isGiven("tick") {
            let word = quoted(form.rawValue, quote: "\"")
            reader.complain(at: "tick", "'tick' belongs to the relative forms, not to \(word)")
        }
        reader.checkMessage(&control, upTo: largest(form), form.rawValue, channel: channel)
        return control
    }

    private static func largest(_ form: MIDIForm) -> Int {
        switch form {
        // The controllers from 120 on are commands to the whole channel, so they cannot represent a control.
        case .controller, .relative: 119
        case .controller14: 31
        case .parameter: 16383
        case .notes, .program: 127
        }
    }
}

package enum MIDIPressTable {
    package static let table = Table("[[midi.press]]", "A button of the panel that sends messages.", MIDIPress()) {
        Setting.trigger(
            "`down`: the note or controller is on while the button is held. `click`, `double` and `long` switch the "
                + "note or controller on and off at once.")
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

/// The values of the key `form`.
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
        "[[midi.feed]]",
        "A knob or button of MIDI that acts as a knob or button of the panel: an input of type `client`.",
        MIDIFeed()
    ) {
        Setting.target()
        Setting(
            "form", .word(), default: MIDIFeed.Form.relative(.twosComplement), { $0.form = $1 },
            "The messages received. `absolute` is a knob with ends, which turns the input by as much as its value "
                + "changes. `note` and `button` (a controller, down from 64 on) are buttons.")
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
