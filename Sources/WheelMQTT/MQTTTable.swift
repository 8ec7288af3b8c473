import WheelBridge
import WheelConfiguration

package enum MQTTTable {
    private static let broker = ValueType.text(1...260).converted(
        "string", limits: "`HOST` or `HOST:PORT`", { HostPort($0) },
        else: { "must be HOST or HOST:PORT, not \(quoted($0))" })
    private static let level = ValueType.text(1...64).refined("string", limits: "1…64 characters") { text in
        MQTTTopics.isLevel(text) ? nil : "cannot have '/', '+', '#' or spaces, or begin with '$'"
    }
    private static let levels = ValueType.text(1...100).refined("string", limits: "1…100 characters") { text in
        MQTTTopics.areLevels(text)
            ? nil : "must be levels of a topic with '/' between them, without '+', '#', spaces or '$' in front"
    }
    private static let usual = MQTTSettings()

    package static let table = Table("[mqtt]", "The bridge `wheel-mqtt`.", usual) {
        Setting(
            "hosts", broker.list(1...16, of: "strings").wholeList(), otherwise: "`[\"localhost\"]`",
            { $0.brokers = $1 },
            "The brokers, tried in this order: after each failure the next one.")
        Setting(
            "port", .whole(1...65535), otherwise: "1883, with `tls` 8883", { $0.port = UInt16(clamping: $1) },
            "The port of brokers that name none.")
        Setting("name", level, otherwise: "the machine's name", { $0.name = $1 }, "HOST in the topics.")
        Setting("prefix", levels, default: usual.prefix, { $0.prefix = $1 }, "The beginning of all topics.")
        Setting("user", .text(1...200), otherwise: "none", { $0.user = $1 }, "The user's name for the broker.")
        Setting(
            "password_file", .path(as: "/etc/wheeld/mqtt-password"),
            otherwise: "the service manager's credential `\(MQTTPassword.credential)`, if there is one",
            { $0.passwordFile = $1 }, "The file with the password.")
        Setting("tls", .flag, default: false, { $0.usesTLS = $1 }, "Whether the connection is encrypted.")
        Setting(
            "ca", .path(as: "/etc/ssl/certs/broker.pem"), otherwise: "the system's authorities",
            { $0.authorities = $1 },
            "The authority that signs the broker's certificate. Needs `tls`, as do the next two keys.")
        Setting(
            "cert", .path(as: "/etc/wheeld/mqtt.crt"), otherwise: "none", { $0.certificate = $1 },
            "The certificate that identifies this machine to the broker.")
        Setting(
            "key", .path(as: "/etc/wheeld/mqtt.key"), otherwise: "none", { $0.key = $1 },
            "The key that belongs to `cert`, without a password of its own.")
        Setting(
            "discovery", levels, otherwise: "nothing is announced to Home Assistant", { $0.discovery = $1 },
            "Home Assistant's discovery prefix, usually `homeassistant`: it then shows the controls by itself.")
        Setting(
            "interval_ms", .milliseconds(0...10000), default: usual.interval, { $0.interval = $1 },
            "The shortest time between two values of a control. Values in between are left out, never the last one.")
        Setting(
            "keepalive_s", .whole(5...3600), default: Int(usual.keepAlive.seconds),
            { $0.keepAlive = .seconds(Double($1)) },
            "The keep-alive interval: after this number of seconds of silence the broker is pinged. A cut cable is "
                + "noticed within three of these intervals."
        )
        Setting(
            "queue", .whole(1...1_000_000), default: usual.room, { $0.room = $1 },
            "The largest number of commits that are queued while no broker is connected. Beyond this number the oldest "
                + "commits are dropped, and the log says how many."
        )
    }

    package static func read(_ mqtt: TOMLTable, mistakes: MistakeList) -> MQTTSettings {
        let (settings, reader) = table.read(mqtt, mistakes)
        if reader.isGiven("password_file"), settings.user == nil {
            reader.complain(at: "password_file", "'password_file' needs 'user'")
        }
        for name in ["ca", "cert", "key"] where reader.isGiven(name) && !settings.usesTLS {
            reader.complain(at: name, "\(quoted(name)) needs 'tls = true'")
        }
        if (settings.certificate == nil) != (settings.key == nil) {
            mistakes.add(reader.place, "'cert' and 'key' belong together")
        }
        return settings
    }
}
