import WheelSettings

/// `[state]`
enum StateTable {
    static let path = Key(
        "path", .path(as: "/var/lib/wheeld/state.json"),
        otherwise: "`state.json` in `$STATE_DIRECTORY`, else in `$XDG_STATE_HOME/wheeld`",
        "The file for values and speeds.")
    static let restore = Key("restore", .flag, default: true, "Whether they are restored at start.")

    static let schema = TableSchema(
        "[state]",
        "The file that keeps values and speeds between runs. It is written atomically, at most once a second.",
        [path.row, restore.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> StateSettings {
        let reader = TableReader(checking: table, by: schema, mistakes)
        return StateSettings(path: reader.read(path).value, restores: reader.read(restore).value)
    }
}
