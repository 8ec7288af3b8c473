import WheelBridge
import WheelConfiguration
import WheelCore

package enum OSCTable {
    static let mostControls = 512
    static let mostDestinations = 16

    private static let usual = OSCSettings()

    private static let destination = ValueType<String>.text(1...260).converted(
        "`HOST:PORT`", limits: "as `\"127.0.0.1:57120\"` or `\"tcp:127.0.0.1:57120\"`", { OSCDestination($0) }
    ) { text in
        "must be a host and a port, as \"127.0.0.1:57120\", \"[::1]:57120\" or \"tcp:127.0.0.1:57120\", not "
            + quoted(text, quote: "\"")
    }

    package static let table = Table(
        "[osc]", "The bridge `wheel-osc`. Without `[[osc.control]]` every control has an address.", usual,
        with: ["control", "press", "feed"]
    ) {
        Setting(
            "to", destination.list(0...mostDestinations, of: "`HOST:PORT`").wholeList(), otherwise: "nothing is sent",
            { $0.destinations = $1 },
            "The programs to which messages are sent, at most 16, on any machine. `HOST:PORT` is reached by UDP, "
                + "`tcp:HOST:PORT` by TCP with the length before each packet (OSC 1.0), `slip:HOST:PORT` by TCP with "
                + "SLIP (OSC 1.1). By TCP the program answers on the same connection.")
        Setting(
            "listen", ListeningPlace.type, otherwise: "only answers to what was sent", { $0.listen = $1 },
            "Where messages are received, by UDP. A port alone: from programs of this machine. `0.0.0.0:PORT`: from "
                + "every machine that can reach this one; `[::]:PORT`: the same, also by IPv6.")
        Setting(
            "prefix", OSCKeys.addressType, default: usual.prefix, { $0.prefix = $1 },
            "The prefix of the addresses of controls without an `address`. The control's name follows: "
                + "`/wheeld/cutoff`."
        )
        Setting(
            "refresh", OSCKeys.addressType, default: usual.refresh, { $0.refresh = $1 },
            "A message to this address asks for all values. The values are sent to the destination that asked, or to "
                + "all destinations if another program did."
        )
        Setting(
            "interval_ms", .milliseconds(0...1000), default: usual.interval, { $0.interval = $1 },
            "The shortest time between two packets to a destination. Values in between are left out, never the last one."
        )
        Setting(
            "bundles", .flag, default: true, { $0.bundles = $1 },
            "Whether values that changed in one step are sent in one bundle. `false` is for programs that do not read "
                + "bundles."
        )
    }

    package static func read(_ osc: TOMLTable, mistakes: MistakeList) -> OSCSettings {
        var settings = table.read(osc, mistakes).draft
        let prefix = settings.prefix
        settings.controls = OSCControlTable.table.readAll(in: osc, most: mostControls, mistakes) {
            OSCControlTable.finish(&$0, $1, prefix: prefix)
        }
        settings.presses = OSCPressTable.table.readAll(in: osc, most: 256, mistakes) { press, _ in press } ?? []
        settings.feeds =
            OSCFeedTable.table.readAll(in: osc, most: 256, mistakes) { feed, reader in
                reader.checkFeed(isButton: feed.form == .button, forms: "form \"button\"")
                return feed
            } ?? []
        return settings
    }
}

package enum OSCControlTable {
    package static let table = Table(
        "[[osc.control]]", "A control and the messages for its value.",
        OSCControl(route: MirrorRoute(control: "", numbers: .values, mayEcho: true), address: "")
    ) {
        Setting.control
        Setting(
            "address", OSCKeys.addressType, otherwise: "the `prefix` and the control's name", { $0.address = $1 },
            "The OSC address.")
        Setting(
            "args", OSCKeys.template([.value, .normal]),
            otherwise: "`[\"f:value\"]`; of whole numbers and choices `[\"i:value\"]`", { $0.template = $1 },
            "The arguments of a message. One of them is the value: a type, and `value` (the control's own value, or "
                + "the index of a choice's position, or its name as a string) or `normal` (0 to 1 over the control's "
                + "travel). Other arguments are fixed.")
        Setting.route(
            receive: "Whether received messages set the control.",
            takeover:
                "What a received value does while the control has another value: `jump` sets the received value, "
                + "`pickup` waits until the knob reaches or passes the control's value.",
            range: "The part of the control's range that `normal` covers. Needed where the range has no ends.")
    }

    static func finish(_ control: inout OSCControl, _ reader: TableReader, prefix: String) -> OSCControl {
        if control.template?.has(.normal) ?? false {
            control.route.numbers = .fraction
        } else if reader.isGiven("range") {
            reader.complain(at: "range", "'range' belongs to 'normal': 'args' has none")
        }
        if !reader.has("address") { control.address = "\(prefix)/\(control.control)" }
        return control
    }
}

package enum OSCPressTable {
    package static let table = Table("[[osc.press]]", "A button of the panel that sends messages.", OSCPress()) {
        Setting.trigger(
            "`down`: a message when the button is pressed, and another when it is released. `click`, `double` and "
                + "`long` send one message.")
        Setting(
            required: "address", OSCKeys.addressType, as: "\"/transport/play\"", { $0.address = $1 },
            "The OSC address.")
        Setting(
            "args", OSCKeys.template([.down], mayLackValue: true), otherwise: "`[\"i:down\"]`", { $0.template = $1 },
            "The arguments of the message. `down` is 1 at the press and 0 at the release. Without `down` in the "
                + "arguments nothing is sent at the release.")
    }
}

package enum OSCFeedTable {
    package static let table = Table(
        "[[osc.feed]]", "Messages that act as a knob or button of the panel: an input of type `client`.", OSCFeed()
    ) {
        Setting.target()
        Setting(
            "form", .word(), default: OSCFeed.Form.turn, { $0.form = $1 },
            "What the value is: how far a knob was turned (`turn`), the position of a knob with ends (`absolute`, which "
                + "turns the input by as much as it changes), or whether a button is down (`button`: from 0.5 on).")
        Setting(
            required: "address", OSCKeys.addressType, as: "\"/dial/turn\"", { $0.address = $1 }, "The OSC address.")
        Setting(
            "args", OSCKeys.template([.value]), otherwise: "`[\"f:value\"]`", { $0.template = $1 },
            "The arguments. One argument is the value, in any type. A message whose fixed arguments differ does not "
                + "match.")
        Setting.detents(most: 100_000, for: "1 of the value")
    }
}
