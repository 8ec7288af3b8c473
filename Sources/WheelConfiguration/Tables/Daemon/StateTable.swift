import WheelSettings

/// `[state]`
enum StateTable {
    static let path = Key(
        "path", .path(as: "/var/lib/wheeld/state.json"),
        otherwise: "`state.json` in `$STATE_DIRECTORY`, else in `$XDG_STATE_HOME/wheeld`",
        "The file that keeps values and speeds.")
    static let restore = Key("restore", .flag, default: true, "Whether they come back at start.")

    static let schema = TableSchema(
        "[state]", "Where values and speeds outlive the daemon; written at most once a second, never half.",
        [path.row, restore.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> StateSettings {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        reader.checkKeys()
        return StateSettings(path: reader.read(path).value, restores: reader.read(restore).value)
    }
}
