import WheelSettings

/// `[socket]`
enum SocketTable {
    static let path = Key(
        "path", .path(as: "/run/wheeld/wheeld.sock", most: 107),
        otherwise: "`$XDG_RUNTIME_DIR/wheeld.sock`, else `/run/wheeld/wheeld.sock`",
        "Where the daemon listens, unless the service manager or `--socket` says so.")
    static let mode = Key(
        "mode", .permissions, otherwise: "`\"0660\"`; `\"0600\"` for a user's own socket", "Who may connect.")
    static let group = Key(
        "group", .account, otherwise: "`\"input\"`; a user's own socket keeps the user's", "The socket's group.")
    static let write = Key(
        "write", ValueType<String>.member.list(0...1000, of: "users and @groups"),
        otherwise: "root, the daemon's own user, `\"@input\"`",
        "Who may change things; everyone else who connects reads.")
    static let maxClients = Key(
        "max_clients", .whole(1...10_000), default: SocketSettings().maxClients, "How many may be connected at once.")

    static let schema = TableSchema(
        "[socket]", "Where programs connect, and who may do what.",
        [path.row, mode.row, group.row, write.row, maxClients.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> SocketSettings {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        reader.checkKeys()
        return SocketSettings(
            path: reader.read(path).value, mode: reader.read(mode).value, group: reader.read(group).value,
            writers: reader.read(write).value?.values.map(\.value), maxClients: reader.read(maxClients).value)
    }
}
