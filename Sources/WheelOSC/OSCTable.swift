import WheelBridge
import WheelConfiguration
import WheelCore

/// `[osc]`
package enum OSCTable {
    static let mostControls = 512
    static let mostDestinations = 16

    private static let destination = ValueType<String>.text(1...260).refined(
        "`HOST:PORT`", limits: "as `\"127.0.0.1:57120\"` or `\"tcp:127.0.0.1:57120\"`"
    ) { text in
        OSCDestination(text) == nil
            ? "must be a host and a port, as \"127.0.0.1:57120\", \"[::1]:57120\" or \"tcp:127.0.0.1:57120\", not "
                + quoted(text, quote: "\"")
            : nil
    }
    static let to = Key(
        "to", destination.list(0...mostDestinations, of: "`HOST:PORT`"), otherwise: "nothing is sent",
        "Where messages go, at most 16 programs. Each may be on another machine. `HOST:PORT` is reached by UDP, `tcp:HOST:PORT` by "
            + "TCP with the length before each packet (OSC 1.0), `slip:HOST:PORT` by TCP with SLIP (OSC 1.1). By TCP it answers on the "
            + "same connection.")
    static let listen = Key(
        "listen", ListeningPlace.type, otherwise: "only answers to what was sent",
        "Where messages are received, by UDP. With a port alone those of programs of this machine. `0.0.0.0:PORT`: those of "
            + "every machine that reaches this one; `[::]:PORT`: the same with IPv6, too.")
    static let prefix = Key(
        "prefix", OSCKeys.addressType, default: "/wheeld",
        "The beginning of the addresses of controls that have none of their own. Their name follows: `/wheeld/cutoff`.")
    static let refresh = Key(
        "refresh", OSCKeys.addressType, default: "/refresh",
        "A message to this address asks for all values. They go to the destination that has sent it, else to all.")
    static let interval = Key(
        "interval_ms", .milliseconds(0...1000), default: .milliseconds(5),
        "The shortest time between two packets to a destination. Values in between are left out, never the last one.")
    static let bundles = Key(
        "bundles", .flag, default: true,
        "Whether values that have changed in one step go out in one bundle. `false` is for programs that know no bundles."
    )

    package static let schema = TableSchema(
        "[osc]", "The bridge `wheel-osc`. Without `[[osc.control]]` every control has an address.",
        [to.row, listen.row, prefix.row, refresh.row, interval.row, bundles.row])

    package static func read(_ table: TOMLTable, mistakes: MistakeList) -> OSCSettings {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        reader.checkKeys { ["control", "press", "feed"].contains($0.key) }
        var settings = OSCSettings()
        settings.destinations = (reader.read(to).value?.values ?? []).compactMap { OSCDestination($0.value) }
        settings.listen = reader.read(listen).value
        settings.prefix = reader.read(prefix).value
        settings.refresh = reader.read(refresh).value
        settings.interval = reader.read(interval).value
        settings.bundles = reader.read(bundles).value
        settings.controls = table.list("control", of: "osc", most: mostControls, mistakes) {
            OSCControlTable.read($0, prefix: settings.prefix, mistakes)
        }
        settings.presses =
            table.list("press", of: "osc", most: 256, mistakes) { OSCPressTable.read($0, mistakes) } ?? []
        settings.feeds = table.list("feed", of: "osc", most: 256, mistakes) { OSCFeedTable.read($0, mistakes) } ?? []
        return settings
    }
}
