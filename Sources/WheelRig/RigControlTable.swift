import WheelConfiguration

package enum RigControlTable {
    private static let quantity = ValueType<String>.text(1...40).converted(
        "word", limits: "`frequency`, `mode`, `passband`, `level:NAME` or `func:NAME`", { RigQuantity($0) }
    ) { text in
        "must be \"frequency\", \"mode\", \"passband\", \"level:NAME\" or \"func:NAME\" with a name of Hamlib's "
            + "lists, as \"level:AF\", not \(quoted(text))"
    }

    package static let table = Table(
        "[[rig.control]]", "A control, and what of the rig it is.",
        (control: RigControl(control: "", quantity: .frequency), words: [Placed<String>]())
    ) {
        Setting(required: "control", .name, as: "\"vfo\"", { $0.control.control = $1 }, "The control's name.")
        Setting(
            required: "what", quantity, as: "\"frequency\"", { $0.control.quantity = $1 },
            "What of the rig it is. `rigctl -m 2 l ?` and `u ?` list the levels and the functions of a rig. A mode is a choice."
        )
        Setting(
            "scale", .number(.above(0)),
            otherwise: "by the control's unit: 1000000 for MHz, 0.01 for % of a level, else 1",
            { $0.control.scale = $1 },
            "The rig's value for 1 of the control. Frequencies of the rig are in hertz.")
        Setting(
            "offset", .number(.closed(-1e12...1e12)), default: 0, { $0.control.offset = $1 },
            "Added to the value that is sent, as the frequency of a converter.")
        Setting(
            "words", ValueType<String>.text(1...32).list(1...1000, of: "strings"),
            otherwise: "modes by the names of the positions, else 0, 1, 2, …",
            {
                $0.words = $1.values
                $0.control.words = $1.values.map(\.value)
            }, "Of a choice: the rig's word or number for each position, in their order.")
        Setting(
            "send", .flag, default: true, { $0.control.sends = $1 },
            "Whether the control's changes are sent to the rig.")
        Setting(
            "receive", .flag, default: true, { $0.control.receives = $1 },
            "Whether the rig is asked for it, and sets the control.")
    }

    static func readAll(in rig: TOMLTable, _ mistakes: MistakeList) -> [RigControl]? {
        var owners: [RigQuantity: String] = [:]
        return table.readAll(in: rig, most: RigTable.mostControls, mistakes) { draft, reader in
            let control = draft.control
            guard reader.isGiven("control"), reader.isGiven("what") else { return control }
            check(control.quantity, draft.words, reader)
            if let owner = owners[control.quantity] {
                mistakes.add(
                    reader.place,
                    "'\(owner)' is the rig's \(control.quantity.text) already: only one control can be it")
            } else {
                owners[control.quantity] = control.control
            }
            return control
        }
    }

    private static func check(_ quantity: RigQuantity, _ words: [Placed<String>], _ reader: TableReader) {
        if quantity == .mode, let name = ["scale", "offset"].first(where: reader.isGiven) {
            reader.complain(at: name, "'\(name)' belongs to numbers, not to a mode")
        }
        for word in words {
            if quantity == .mode, word.value.utf8.contains(where: { $0 == UInt8(ascii: " ") || $0 > 126 }) {
                reader.mistakes.add(
                    word.place, "the entry must be one word of a mode, as \"USB\", not \(quoted(word.value))")
            } else if quantity != .mode, RigNumber.parse(word.value) == nil {
                reader.mistakes.add(
                    word.place,
                    "the entry must be a number for \(quantity.text), as \"14074000\", not \(quoted(word.value))")
            }
        }
    }
}
