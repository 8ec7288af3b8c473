import WheelProtocol

/// What clients have defined: how much, whether the client is there, and whether it fits the configuration.
enum DefinitionCheck {
    static func finding(_ definition: Statistics.Definition) -> Finding {
        let subject = "definition \(definition.owner)"
        let size = definition.controls == 1 ? "1 control" : "\(definition.controls) controls"
        guard !definition.isAside else {
            return .note(
                subject, "\(size), put aside: it does not fit the configuration, and is tried again when that changes",
                "journalctl -u wheeld -g 'definition \(definition.owner)'     shows why",
                "wheelctl undefine \(definition.owner)     removes it")
        }
        switch (definition.client, definition.isKept) {
        case (let client?, true): return .ok(subject, "\(size) of client \(client), kept")
        case (let client?, false): return .ok(subject, "\(size) of client \(client), not kept")
        case (nil, true): return .ok(subject, "\(size), kept; its client is not there")
        case (nil, false):
            return .note(subject, "\(size), not kept: its client has gone, and it ends within 5 s")
        }
    }
}
