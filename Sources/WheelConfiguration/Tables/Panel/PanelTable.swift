import WheelModel

/// `[panel]`
enum PanelTable {
    static let locked = Key(
        "locked", .flag, default: false,
        "Whether the panel is locked at start, so that hands change nothing until something unlocks it. A reload keeps the "
            + "lock as it is.")

    static let schema = TableSchema("[panel]", "The panel as a whole.", [locked.row])

    static func isLocked(_ table: TOMLTable, mistakes: MistakeList) -> Bool {
        TableReader(checking: table, by: schema, mistakes).read(locked).value
    }
}
