import WheelCore

/// `[socket]`
enum SocketTable {
    static let path = Key(
        "path", .path(as: "/run/wheeld/wheeld.sock", most: 107),
        otherwise: "`$XDG_RUNTIME_DIR/wheeld.sock`, else `/run/wheeld/wheeld.sock`",
        "The socket's path, unless the service manager or `--socket` gives it.")
    static let mode = Key(
        "mode", .permissions, otherwise: "`\"0660\"`; `\"0600\"` for a user's own socket",
        "The socket's permissions: who may connect.")
    static let group = Key(
        "group", .account, otherwise: "`\"input\"`; a user's own socket keeps the user's", "The socket's group.")
    static let write = Key(
        "write", ValueType<String>.member.list(0...1000, of: "users and @groups"),
        otherwise: "root, the daemon's own user, `\"@input\"`",
        "The users and groups that may change values. Everyone else who may connect only reads.")
    static let define = Key(
        "define", ValueType<String>.member.list(0...1000, of: "users and @groups"), otherwise: "those of `write`",
        "The users and groups whose programs may [define controls](protocol.md#defining-controls).")
    static let maxClients = Key(
        "max_clients", .whole(1...10_000), default: SocketSettings().maxClients,
        "The largest number of clients at once. Some are [kept for those that may write](protocol.md#limits).")

    static let schema = TableSchema(
        "[socket]", "The socket for clients, and its permissions.",
        [path.row, mode.row, group.row, write.row, define.row, maxClients.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> SocketSettings {
        let reader = TableReader(checking: table, by: schema, mistakes)
        return SocketSettings(
            path: reader.read(path).value, mode: reader.read(mode).value, group: reader.read(group).value,
            writers: reader.read(write).value?.values.map(\.value),
            definers: reader.read(define).value?.values.map(\.value), maxClients: reader.read(maxClients).value)
    }
}
