import WheelBridge
import WheelConfiguration
import WheelCore

/// `[rig]`
package enum RigTable {
    static let host = Key(
        "host", .text(1...255), otherwise: "`\"127.0.0.1\"`; with `[rig.server]` none",
        "The machine on which rigctld, or a program that speaks its protocol, runs: a name or an address. It connects again "
            + "whenever that comes back.")
    static let port = Key("port", .whole(1...65535), default: Int(RigSettings.usualPort), "Its port. gqrx has 7356.")
    static let poll = Key(
        "poll_ms", .milliseconds(20...60000), default: .milliseconds(200),
        "How often the rig is asked for its values. The protocol does not report changes.")
    static let interval = Key(
        "interval_ms", .milliseconds(0...1000), default: .milliseconds(20),
        "The shortest time between two values of a control for the rig. Values in between are left out, never the last one."
    )
    static let timeout = Key(
        "timeout_ms", .milliseconds(100...60000), default: .milliseconds(3000),
        "The longest time for an answer of the rig. After it the connection is made again.")
    static let winner = Key(
        "wins", .word(RigSettings.Winner.self), default: .panel,
        "Whose values count when the rig or the daemon comes back: `panel` sends the control's values to the rig, `rig` sets the "
            + "controls to those of the rig.")
    static let mostControls = 64

    package static let schema = TableSchema(
        "[rig]",
        "The bridge `wheel-rig`. Without `[[rig.control]]` it finds controls by their names, units and positions.",
        [host.row, port.row, poll.row, interval.row, timeout.row, winner.row])

    package static func read(_ table: TOMLTable, mistakes: MistakeList) -> RigSettings {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        reader.checkKeys { ["control", "server"].contains($0.key) }
        var settings = RigSettings()
        settings.host = reader.read(host).value
        let port = reader.read(port)
        settings.port = UInt16(clamping: port.value)
        settings.poll = reader.read(poll).value
        settings.interval = reader.read(interval).value
        settings.timeout = reader.read(timeout).value
        settings.winner = reader.read(winner).value
        for entry in table.entries {
            switch entry.key {
            case "control":
                let tables = entry.tables("[[rig.control]]", most: mostControls, mistakes).tables ?? []
                settings.controls = RigControlTable.readAll(tables, mistakes)
            case "server":
                if let table = entry.table("[rig.server]", mistakes) {
                    settings.server = RigServerTable.read(table, mistakes)
                }
            default: break
            }
        }
        if settings.server == nil, settings.host == nil { settings.host = RigSettings.usualHost }
        if settings.host == nil, port.isGiven {
            mistakes.add(port.place, "'port' needs 'host', as host = \"127.0.0.1\"")
        }
        return settings
    }
}

/// `[rig.server]`
package enum RigServerTable {
    static let listen = Key(
        "listen", ListeningPlace.type, default: RigServerSettings.usualPlace,
        "Where it listens. With a port alone programs of this machine can connect. `0.0.0.0:PORT`: every machine that reaches "
            + "this one; `[::]:PORT`: the same with IPv6, too. Whoever reaches it may set the controls: the protocol has no "
            + "passwords. rigctld itself has the port 4532.")
    static let controls = Key(
        "controls", ValueType<String>.name.list(1...RigTable.mostControls, of: "names"),
        otherwise: "all that it has for the rig", "The controls that programs get and set.")

    package static let schema = TableSchema(
        "[rig.server]", "A server for programs that tune a rig, as rigctld is one.",
        [listen.row, controls.row])

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> RigServerSettings {
        let reader = TableReader(checking: table, by: schema, mistakes)
        var settings = RigServerSettings()
        settings.listen = reader.read(listen).value
        settings.controls = reader.read(controls).value?.values.map(\.value)
        return settings
    }
}
