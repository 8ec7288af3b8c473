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
            "Where browsers find the panel. A port alone: for browsers of this machine. `0.0.0.0:PORT`: for every "
                + "machine that can reach this one; `[::]:PORT`: the same, also by IPv6.")
        Setting(
            "names", ValueType<String>.text(1...253).list(0...mostNames, of: "names").wholeList(),
            otherwise: "this machine's own name", { $0.names = $1 },
            "More names by which browsers find this machine, such as a proxy's. Requests under any other name are "
                + "refused. Numeric addresses need no entry.")
    }

    package static func read(_ web: TOMLTable, mistakes: MistakeList) -> WebSettings { table.read(web, mistakes).draft }
}
