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

/// `[[midi.control]]`
package enum MIDIControlTable {
    private static let route = RouteKeys(
        receive: "Whether received messages set the control. Relative ones never do: see `[[midi.feed]]`.",
        takeover: "What a received number does while the control has another value: `jump` sets it, `pickup` "
            + "waits until the knob reaches or passes it.",
        range: "The part of the control's range that the messages have. Needed where the range has no ends.")
    private static let form = Key(
        "form", .word(MIDIForm.self), default: .controller,
        "Its messages. `cc`, `cc14` and `nrpn` spread 7 or 14 bits over the range. `notes` and `program` have a number for "
            + "each position of a choice, or for each whole number. The others tell how far the control has moved.")
    static let number = MIDIKeys.number(
        "The controller, 0 to 119; of `cc14` that of the upper half, 0 to 31; of `nrpn` the parameter, 0 to 16383; of "
            + "`notes` and `program` the number of the first position, 0 to 127.")
    static let tick = Key(
        "tick", .number(.above(0)), otherwise: "the control's step, else 1/128 of its range",
        "How far the control moves for one step of a relative message.")

    package static let schema = TableSchema(
        "[[midi.control]]", "A control and its messages.",
        route.rows([form.row, number.row, MIDIKeys.channel.row]) + [tick.row])

    static func read(_ table: TOMLTable, channel: Int, _ mistakes: MistakeList) -> MIDIControl? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let form = reader.read(form)
        let number = reader.read(number)
        let own = reader.read(MIDIKeys.channel)
        let tick = reader.read(tick)
        let route = route.read(reader, numbers: form.value.numbers).route
        if tick.isGiven {
            if case .relative = form.value {
            } else {
                let word = quoted(form.value.rawValue, quote: "\"")
                mistakes.add(tick.place, "'tick' belongs to the relative forms, not to \(word)")
            }
        }
        let most = largest(form.value)
        guard MIDIKeys.check(number, upTo: most, form.value.rawValue, mistakes), let route, let index = number.value
        else { return nil }
        return MIDIControl(
            route: route, form: form.value, channel: own.value.map { $0 - 1 } ?? channel, number: index,
            tick: tick.value)
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
