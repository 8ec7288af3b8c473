import WheelCore

/// `[state]`
enum StateTable {
    static let path = Key(
        "path", .path(as: "/var/lib/wheeld/state.json"),
        otherwise: "`state.json` in `$STATE_DIRECTORY`, else a file in `$XDG_STATE_HOME/wheeld`",
        "The file for values and speeds.")
    static let restore = Key("restore", .flag, default: true, "Whether they are restored at start.")
    static let interval = Key(
        "every_s", .seconds(.closed(1...86_400)), default: StateSettings().interval,
        "How long a value that nobody has committed, such as a reading, may wait until it is saved.")

    static let schema = TableSchema(
        "[state]",
        "The file that keeps values and speeds between runs. It is written atomically, at most once a second.",
        [path.row, restore.row, interval.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> StateSettings {
        let reader = TableReader(checking: table, by: schema, mistakes)
        return StateSettings(
            path: reader.read(path).value, restores: reader.read(restore).value,
            interval: reader.read(interval).value)
    }
}
