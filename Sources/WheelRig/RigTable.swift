import WheelBridge
import WheelConfiguration
import WheelCore

package enum RigTable {
    static let mostControls = 64

    private static let usual = RigSettings()

    package static let table = Table(
        "[rig]",
        "The bridge `wheel-rig`. Without `[[rig.control]]` the bridge finds controls by their names, units and "
            + "positions.",
        usual,
        with: ["control", "server"]
    ) {
        Setting(
            "host", .text(1...255), otherwise: "`\"127.0.0.1\"`; with `[rig.server]` none", { $0.host = $1 },
            "The machine on which rigctld, or a program that speaks its protocol, runs: a name or an address. wheel-rig "
                + "reconnects after each loss.")
        Setting(
            "port", .whole(1...65535), default: Int(usual.port), { $0.port = UInt16(clamping: $1) },
            "The port of this program. gqrx uses 7356.")
        Setting(
            "poll_ms", .milliseconds(20...60000), default: usual.poll, { $0.poll = $1 },
            "How often the rig is polled. The protocol does not report changes.")
        Setting(
            "interval_ms", .milliseconds(0...1000), default: usual.interval, { $0.interval = $1 },
            "The shortest time between two values of a control for the rig. Values in between are left out, never the last one."
        )
        Setting(
            "timeout_ms", .milliseconds(100...60000), default: usual.timeout, { $0.timeout = $1 },
            "The longest wait for an answer of the rig. wheel-rig reconnects when this time has passed.")
        Setting(
            "wins", .word(), default: usual.winner, { $0.winner = $1 },
            "Whose values win when the rig or the daemon reconnects: `panel` sends the controls' values to the rig, "
                + "`rig` sets the controls to the rig's values.")
    }

    package static func read(_ rig: TOMLTable, mistakes: MistakeList) -> RigSettings {
        var (settings, reader) = table.read(rig, mistakes)
        settings.controls = RigControlTable.readAll(in: rig, mistakes)
        if let server = rig.entries.first(where: { $0.key == "server" }) {
            settings.server = server.table("[rig.server]", mistakes).map {
                RigServerTable.table.read($0, mistakes).draft
            }
        }
        if settings.server == nil, settings.host == nil { settings.host = RigSettings.usualHost }
        if settings.host == nil, reader.isGiven("port") {
            reader.complain(at: "port", "'port' needs 'host', as host = \"127.0.0.1\"")
        }
        return settings
    }
}

package enum RigServerTable {
    package static let table = Table(
        "[rig.server]", "A server for programs that tune a rig, as rigctld is.", RigServerSettings()
    ) {
        Setting(
            "listen", ListeningPlace.type, default: RigServerSettings.usualPlace, { $0.listen = $1 },
            "Where it listens. A port alone: for programs of this machine. `0.0.0.0:PORT`: for every machine that can "
                + "reach this one; `[::]:PORT`: the same, also by IPv6. Whoever reaches this place may set the "
                + "controls: the protocol has no passwords. rigctld itself uses port 4532.")
        Setting(
            "controls", ValueType<String>.name.list(1...RigTable.mostControls, of: "names").wholeList(),
            otherwise: "every control with a counterpart in the rig", { $0.controls = $1 },
            "The controls that programs get and set.")
    }
}

package enum RigControlTable {
    private static let quantity = ValueType<String>.text(1...40).converted(
        "word", limits: "`frequency`, `mode`, `passband`, `level:NAME` or `func:NAME`", { RigQuantity($0) }
    ) { text in
        "must be \"frequency\", \"mode\", \"passband\", \"level:NAME\" or \"func:NAME\" with a name of Hamlib's "
            + "lists, as \"level:AF\", not \(quoted(text))"
    }

    package static let table = Table(
        "[[rig.control]]", "A control and its counterpart in the rig.",
        (control: RigControl(control: "", quantity: .frequency), words: [Placed<String>]())
    ) {
        Setting(required: "control", .name, as: "\"vfo\"", { $0.control.control = $1 }, "The control's name.")
        Setting(
            required: "what", quantity, as: "\"frequency\"", { $0.control.quantity = $1 },
            "The control's counterpart in the rig. `rigctl -m 2 l ?` and `u ?` list the levels and the functions of a "
                + "rig. A mode is a choice."
        )
        Setting(
            "scale", .number(.above(0)),
            otherwise: "by the control's unit: 1000000 for MHz, 0.01 for % of a level, else 1",
            { $0.control.scale = $1 },
            "How far the rig's value changes when the control changes by 1. Frequencies of the rig are in hertz.")
        Setting(
            "offset", .number(.closed(-1e12...1e12)), default: 0, { $0.control.offset = $1 },
            "Added to the value that is sent, as with a frequency converter.")
        Setting(
            "words", ValueType<String>.text(1...32).list(1...1000, of: "strings"),
            otherwise: "modes by the names of the positions, else 0, 1, 2, …",
            {
                $0.words = $1.values
                $0.control.words = $1.values.map(\.value)
            }, "For a choice: the rig's word or number for each position, in the order of the positions.")
        Setting(
            "send", .flag, default: true, { $0.control.sends = $1 },
            "Whether the control's changes are sent to the rig.")
        Setting(
            "receive", .flag, default: true, { $0.control.receives = $1 },
            "Whether the rig is polled for the value and sets the control.")
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
                    "'\(owner)' is the rig's \(control.quantity.text) already, and only one control can be")
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
