import WheelWire

/// A client's definition: its size, whether the client is connected, and whether it fits the configuration.
enum DefinitionCheck {
    static func finding(_ definition: Statistics.Definition) -> Finding {
        let subject = "definition \(definition.owner)"
        let size = size(of: definition)
        guard !definition.isAside else {
            let why = definition.misfit.map { " (\($0))" } ?? ""
            return .note(
                subject,
                "\(size), put aside: it does not fit the configuration\(why), and is tried again when that changes",
                "journalctl -u wheeld -g 'definition \(definition.owner)'     lists all its mistakes",
                "wheelctl undefine \(definition.owner)     removes it")
        }
        switch (definition.client, definition.isKept) {
        case (let client?, true): return .ok(subject, "\(size) of client \(client), kept")
        case (let client?, false): return .ok(subject, "\(size) of client \(client), not kept")
        case (nil, true): return .ok(subject, "\(size), kept; its client is not connected")
        case (nil, false):
            return .note(subject, "\(size), not kept: its client has disconnected, and it ends within 5 s")
        }
    }

    private static func size(of definition: Statistics.Definition) -> String {
        let counts = [
            (definition.controls, "control"), (definition.pages, "page"), (definition.ramps, "ramp"),
            (definition.presets, "preset"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { count, word in "\(count) \(word)\(count == 1 ? "" : "s")" }
        return words.isEmpty ? "0 controls" : words.joined(separator: ", ")
    }
}
