import WheelBridge
import WheelConfiguration
import WheelCore

/// `[web]`
package enum WebTable {
    static let mostNames = 16

    static let listen = Key(
        "listen", ListeningPlace.type, otherwise: "`127.0.0.1:8420`, for browsers of this machine",
        "Where browsers find the panel. With a port alone those of this machine. `0.0.0.0:PORT`: those of every machine that "
            + "reaches this one; `[::]:PORT`: the same with IPv6, too.")
    private static let name = ValueType<String>.text(1...253)
    static let names = Key(
        "names", name.list(0...mostNames, of: "names"), otherwise: "this machine's own name",
        "More names by which browsers find this machine, such as that of a proxy. Under any other name it refuses to answer. "
            + "Addresses in numbers need no entry.")

    package static let schema = TableSchema(
        "[web]", "The program `wheel-web`, which shows the panel in browsers.", [listen.row, names.row])

    package static func read(_ table: TOMLTable, mistakes: MistakeList) -> WebSettings {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        reader.checkKeys { _ in false }
        var settings = WebSettings()
        if let place = reader.read(listen).value { settings.listen = place }
        settings.names = (reader.read(names).value?.values ?? []).map(\.value)
        return settings
    }
}
