import WheelBridge
import WheelConfiguration
import WheelCore

package enum WebTable {
    static let mostNames = 16

    package static let table = Table(
        "[web]", "The program `wheel-web`, which shows the panel in browsers.", WebSettings()
    ) {
        Setting(
            "listen", ListeningPlace.type, otherwise: "`127.0.0.1:8420`, for browsers of this machine",
            { $0.listen = $1 },
            "Where browsers find the panel. With a port alone those of this machine. `0.0.0.0:PORT`: those of every machine that "
                + "reaches this one; `[::]:PORT`: the same with IPv6, too.")
        Setting(
            "names", ValueType<String>.text(1...253).list(0...mostNames, of: "names").wholeList(),
            otherwise: "this machine's own name", { $0.names = $1 },
            "More names by which browsers find this machine, such as that of a proxy. Under any other name it refuses to answer. "
                + "Addresses in numbers need no entry.")
    }

    package static func read(_ web: TOMLTable, mistakes: MistakeList) -> WebSettings { table.read(web, mistakes).draft }
}
