import WheelBridge
import WheelConfiguration
import WheelCore

package enum RigTable {
    static let mostControls = 64

    private static let usual = RigSettings()

    package static let table = Table(
        "[rig]",
        "The bridge `wheel-rig`. Without `[[rig.control]]` it finds controls by their names, units and positions.",
        usual,
        with: ["control", "server"]
    ) {
        Setting(
            "host", .text(1...255), otherwise: "`\"127.0.0.1\"`; with `[rig.server]` none", { $0.host = $1 },
            "The machine on which rigctld, or a program that speaks its protocol, runs: a name or an address. It connects again "
                + "whenever that comes back.")
        Setting(
            "port", .whole(1...65535), default: Int(usual.port), { $0.port = UInt16(clamping: $1) },
            "Its port. gqrx has 7356.")
        Setting(
            "poll_ms", .milliseconds(20...60000), default: usual.poll, { $0.poll = $1 },
            "How often the rig is asked for its values. The protocol does not report changes.")
        Setting(
            "interval_ms", .milliseconds(0...1000), default: usual.interval, { $0.interval = $1 },
            "The shortest time between two values of a control for the rig. Values in between are left out, never the last one."
        )
        Setting(
            "timeout_ms", .milliseconds(100...60000), default: usual.timeout, { $0.timeout = $1 },
            "The longest time for an answer of the rig. After it the connection is made again.")
        Setting(
            "wins", .word(), default: usual.winner, { $0.winner = $1 },
            "Whose values count when the rig or the daemon comes back: `panel` sends the control's values to the rig, `rig` sets the "
                + "controls to those of the rig.")
    }

    package static func read(_ rig: TOMLTable, mistakes: MistakeList) -> RigSettings {
        var (settings, reader) = table.read(rig, mistakes)
        settings.controls = RigControlTable.readAll(in: rig, mistakes)
        if let server = rig.entries.first(where: { $0.key == "server" }) {
            settings.server = server.table("[rig.server]", mistakes).map {
                RigServerTable.table.read($0, mistakes).draft
            }
        }
        if settings.server == nil, settings.host == nil { settings.host = RigSettings.usualHost }
        if settings.host == nil, reader.isGiven("port") {
            reader.complain(at: "port", "'port' needs 'host', as host = \"127.0.0.1\"")
        }
        return settings
    }
}

package enum RigServerTable {
    package static let table = Table(
        "[rig.server]", "A server for programs that tune a rig, as rigctld is one.", RigServerSettings()
    ) {
        Setting(
            "listen", ListeningPlace.type, default: RigServerSettings.usualPlace, { $0.listen = $1 },
            "Where it listens. With a port alone programs of this machine can connect. `0.0.0.0:PORT`: every machine that reaches "
                + "this one; `[::]:PORT`: the same with IPv6, too. Whoever reaches it may set the controls: the protocol has no "
                + "passwords. rigctld itself has the port 4532.")
        Setting(
            "controls", ValueType<String>.name.list(1...RigTable.mostControls, of: "names").wholeList(),
            otherwise: "all that it has for the rig", { $0.controls = $1 }, "The controls that programs get and set.")
    }
}
