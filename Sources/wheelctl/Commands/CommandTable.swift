import WheelCore

extension Command {
    /// Every command, grouped and ordered as in the help.
    static let groups: [(title: String, commands: [Command])] = {
        var groups = placed
        var before = list.name
        for operation in Operation.allCases where !operation.isCovered {
            if !groups.contains(where: { $0.commands.contains { $0.name == operation.rawValue } }) {
                for group in groups.indices {
                    guard let place = groups[group].commands.firstIndex(where: { $0.name == before }) else { continue }
                    groups[group].commands.insert(Command(operation), at: place + 1)
                }
            }
            before = operation.rawValue
        }
        return groups
    }()

    static let all = groups.flatMap { $0.commands }

    /// The groups of commands. An operation that has no command here is added after the operation that is declared
    /// before it.
    private static let placed: [(title: String, commands: [Command])] = [
        (
            "Values",
            [list, get, set, speed, Command(.select), Command(.toggle), Command(.reset), Command(.commit), watch]
        ),
        ("Ramps", [ramp]),
        ("Presets", [presets, Command(.recall)]),
        ("Definitions", [define]),
        ("Panel", [panel, Command(.focus), page, lock, unlock, screenshot, watchDisplay]),
        ("Devices", [doctor, report, devices, learn, record, replay, feed, latency]),
        ("Configuration", [checkConfig, preview]),
        ("Daemon and shell", [reload, ping, stats, Command(.logLevel), completion]),
    ]
}

extension Parameter {
    static let control = Parameter("CONTROL", .control)
    static let input = Parameter("INPUT", .input)
}
