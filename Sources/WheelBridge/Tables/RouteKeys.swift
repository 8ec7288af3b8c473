import WheelConfiguration
import WheelCore

/// The keys of `[[….control]]` that bridges with values in both directions share. What they mean differs in a few words.
package struct RouteKeys: Sendable {
    private let control = Key(required: "control", .name, as: "\"cutoff\"", "The control's name.")
    private let send = Key("send", .flag, default: true, "Whether the control's changes are sent.")
    private let receive: Key<Bool>
    private let takeover: Key<KnobTakeover>
    private let range: Key<ValueRange?>

    package init(receive: String, takeover: String, range: String) {
        self.receive = Key("receive", .flag, default: true, receive)
        self.takeover = Key("takeover", .word(KnobTakeover.self), default: .jump, takeover)
        self.range = Key("range", .range, otherwise: "the control's range", range)
    }

    /// The rows of a table whose `own` keys come behind the control's name.
    package func rows(_ own: [KeyRow]) -> [KeyRow] {
        [control.row] + own + [send.row, receive.row, takeover.row, range.row]
    }

    /// `nil` if the control has no name.
    package func read(
        _ reader: TableReader, numbers: PeerScale.Numbers
    ) -> (route: MirrorRoute?, range: Read<ValueRange?>) {
        let range = reader.readPart(range)
        let (sends, receives, takeover) = (reader.read(send), reader.read(receive), reader.read(takeover))
        let route = reader.read(control).value.map { name in
            MirrorRoute(
                control: name, numbers: numbers, part: range.value, sends: sends.value, receives: receives.value,
                takeover: takeover.value, mayEcho: true)
        }
        return (route, range)
    }
}

extension TableReader {
    /// Reads a part of a control's range.
    package func readPart(_ key: Key<ValueRange?>) -> Read<ValueRange?> {
        let range = read(key)
        if let part = range.value, !part.isFinite {
            mistakes.add(range.place, "'range' must have two ends, as \"[0, 100]\"")
        }
        return range
    }
}

extension TOMLTable {
    /// Reads the tables `[[BRIDGE.KEY]]`; `nil` if there are none.
    package func list<Value>(
        _ key: String, of bridge: String, most: Int, _ mistakes: MistakeList, _ read: (TOMLTable) -> Value?
    ) -> [Value]? {
        let entry = entries.first { $0.key == key }
        return entry.map { ($0.tables("[[\(bridge).\(key)]]", most: most, mistakes).tables ?? []).compactMap(read) }
    }
}
