extension Command {
    /// Every command, in the order of the help.
    static let all: [Command] = [
        list, get, set, turn, step, speed, select, toggle, reset, commit, focus, page, lock, unlock, ramp, watch, stats,
        ping, doctor, devices, learn, record, replay, preview, screenshot,
        checkConfig, completion,
    ]
}

extension Parameter {
    static let control = Parameter(name: "CONTROL", kind: .control)
    static let input = Parameter(name: "INPUT", kind: .input)
}
