import WheelBridge
import WheelConfiguration

/// The words of `form`.
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
        "[[midi.control]]", "A control and its messages.",
        MIDIControl(route: MirrorRoute(control: "", numbers: .values, mayEcho: true), number: 0)
    ) {
        Setting.control
        Setting(
            "form", .word(), default: MIDIForm.controller, { $0.form = $1 },
            "Its messages. `cc`, `cc14` and `nrpn` spread 7 or 14 bits over the range. `notes` and `program` have a number for "
                + "each position of a choice, or for each whole number. The others tell how far the control has moved.")
        Setting.message(
            number:
                "The controller, 0 to 119; of `cc14` that of the upper half, 0 to 31; of `nrpn` the parameter, 0 to 16383; of "
                + "`notes` and `program` the number of the first position, 0 to 127.")
        Setting.route(
            receive: "Whether received messages set the control. Relative ones never do: see `[[midi.feed]]`.",
            takeover: "What a received number does while the control has another value: `jump` sets it, `pickup` "
                + "waits until the knob reaches or passes it.",
            range: "The part of the control's range that the messages have. Needed where the range has no ends.")
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
        // From 120 on controllers switch the whole channel.
        case .controller, .relative: 119
        case .controller14: 31
        case .parameter: 16383
        case .notes, .program: 127
        }
    }
}
