import WheelConfiguration

/// `[[rig.control]]`
package enum RigControlTable {
    static let control = Key(required: "control", .name, as: "\"vfo\"", "The control's name.")
    static let what = Key(
        required: "what",
        .text(1...40).refined("word", limits: "`frequency`, `mode`, `passband`, `level:NAME` or `func:NAME`") { text in
            RigQuantity(text) == nil
                ? "must be \"frequency\", \"mode\", \"passband\", \"level:NAME\" or \"func:NAME\" with a name of Hamlib's "
                    + "lists, as \"level:AF\", not \(quoted(text))" : nil
        }, as: "\"frequency\"",
        "What of the rig it is. `rigctl -m 2 l ?` and `u ?` list the levels and the functions of a rig. A mode is a choice."
    )
    static let scale = Key(
        "scale", .number(.above(0)), otherwise: "by the control's unit: 1000000 for MHz, 0.01 for % of a level, else 1",
        "The rig's value for 1 of the control. Frequencies of the rig are in hertz.")
    static let offset = Key(
        "offset", .number(.closed(-1e12...1e12)), default: 0,
        "Added to the value that is sent, as the frequency of a converter.")
    static let words = Key(
        "words", ValueType<String>.text(1...32).list(1...1000, of: "strings"),
        otherwise: "modes by the names of the positions, else 0, 1, 2, …",
        "Of a choice: the rig's word or number for each position, in their order.")
    static let send = Key("send", .flag, default: true, "Whether the control's changes are sent to the rig.")
    static let receive = Key("receive", .flag, default: true, "Whether the rig is asked for it, and sets the control.")

    package static let schema = TableSchema(
        "[[rig.control]]", "A control, and what of the rig it is.",
        [control.row, what.row, scale.row, offset.row, words.row, send.row, receive.row])

    static func readAll(_ tables: [TOMLTable], _ mistakes: MistakeList) -> [RigControl] {
        var controls: [RigControl] = []
        for table in tables {
            guard let control = read(table, mistakes) else { continue }
            if let other = controls.first(where: { $0.quantity == control.quantity }) {
                mistakes.add(
                    table.place,
                    "'\(other.control)' is the rig's \(control.quantity.text) already: only one control can be it")
            } else {
                controls.append(control)
            }
        }
        return controls
    }

    private static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> RigControl? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let name = reader.read(control)
        let what = reader.read(what)
        let scale = reader.read(scale)
        let offset = reader.read(offset)
        let words = reader.read(words)
        let sends = reader.read(send).value
        let receives = reader.read(receive).value
        guard let name = name.value, let quantity = what.value.flatMap(RigQuantity.init) else { return nil }
        if quantity == .mode,
            let given = [scale.isGiven ? ("scale", scale.place) : nil, offset.isGiven ? ("offset", offset.place) : nil]
                .compactMap({ $0 }).first
        {
            mistakes.add(given.1, "'\(given.0)' belongs to numbers, not to a mode")
        }
        for word in words.value?.values ?? [] {
            if quantity == .mode, word.value.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 > 126 }) {
                mistakes.add(word.place, "the entry must be one word of a mode, as \"USB\", not \(quoted(word.value))")
            } else if quantity != .mode, RigNumber.parse(word.value) == nil {
                mistakes.add(
                    word.place,
                    "the entry must be a number for \(quantity.text), as \"14074000\", not \(quoted(word.value))")
            }
        }
        return RigControl(
            control: name, quantity: quantity, scale: scale.value, offset: offset.value,
            words: words.value?.values.map(\.value), sends: sends, receives: receives)
    }
}
