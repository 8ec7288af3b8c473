extension Command {
    /// Every command, in the order of the help.
    static let all: [Command] = own.flatMap { command in
        // Those that follow from declarations stand behind the values.
        command.name == ramp.name ? [command] + declared(beside: own) : [command]
    }

    /// The commands that say more than the declaration of an operation does, or that need no daemon.
    private static let own: [Command] = [
        list, get, set, speed, page, lock, unlock, ramp, watch, stats, ping, doctor, devices, learn, record, replay,
        preview, screenshot, checkConfig, completion,
    ]
}

extension Parameter {
    static let control = Parameter(name: "CONTROL", kind: .control)
    static let input = Parameter(name: "INPUT", kind: .input)
}
