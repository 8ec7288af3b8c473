import WheelCore

extension Command {
    /// Every command, grouped and ordered as in the help.
    static let groups: [(title: String, commands: [Command])] = {
        let others = declared(beside: placed.flatMap { $0.commands })
        return placed + (others.isEmpty ? [] : [("Others", others)])
    }()

    static let all = groups.flatMap { $0.commands }

    /// An operation without a place here is in the last group.
    private static let placed: [(title: String, commands: [Command])] = [
        (
            "Values",
            [
                list, get, set, Command(.turn), Command(.step), speed, Command(.select), Command(.toggle),
                Command(.reset), Command(.commit), Command(.apply), Command(.revert), watch,
            ]
        ),
        (
            "Ramps",
            [ramp] + Operation.allCases.filter { $0.rawValue.hasPrefix("ramp-") }.map { Command($0) }
        ),
        ("Presets", [presets, Command(.recall), Command(.store)]),
        ("Definitions", [define, Command(.undefine)]),
        ("Panel", [Command(.focus), page, lock, unlock, screenshot, watchDisplay]),
        ("Devices", [doctor, devices, learn, record, replay, feed]),
        ("Configuration", [checkConfig, preview]),
        ("Daemon and shell", [reload, ping, stats, Command(.logLevel), completion]),
    ]
}

extension Parameter {
    static let control = Parameter("CONTROL", .control)
    static let input = Parameter("INPUT", .input)
}
