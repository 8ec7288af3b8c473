import WheelBridge
import WheelConfiguration

/// `[mqtt]`
package enum MQTTTable {
    private static let broker = ValueType.text(1...260).refined("string", limits: "`HOST` or `HOST:PORT`") { text in
        HostPort(text) == nil ? "must be HOST or HOST:PORT, not \(quoted(text))" : nil
    }
    private static let level = ValueType.text(1...64).refined("string", limits: "1…64 characters") { text in
        MQTTTopics.isLevel(text) ? nil : "cannot have '/', '+', '#' or spaces, or begin with '$'"
    }
    private static let levels = ValueType.text(1...100).refined("string", limits: "1…100 characters") { text in
        MQTTTopics.areLevels(text)
            ? nil : "must be levels of a topic with '/' between them, without '+', '#', spaces or '$' in front"
    }

    static let hosts = Key(
        "hosts", broker.list(1...16, of: "strings"), otherwise: "`[\"localhost\"]`",
        "The brokers. The first one is tried first, and after each failure the next one.")
    static let port = Key(
        "port", .whole(1...65535), otherwise: "1883, with `tls` 8883", "The port of brokers that name none.")
    static let name = Key("name", level, otherwise: "the machine's name", "HOST in the topics.")
    static let prefix = Key("prefix", levels, default: "wheeld", "The beginning of all topics.")
    static let user = Key("user", .text(1...200), otherwise: "none", "The user's name for the broker.")
    static let passwordFile = Key(
        "password_file", .path(as: "/etc/wheeld/mqtt-password"),
        otherwise: "the service manager's credential `\(MQTTPassword.credential)`, if there is one",
        "The file with the password.")
    static let tls = Key("tls", .flag, default: false, "Whether the connection is encrypted.")
    static let ca = Key(
        "ca", .path(as: "/etc/ssl/certs/broker.pem"), otherwise: "those of the system",
        "The authority that signs the broker's certificate. It belongs to `tls`, as the next two.")
    static let cert = Key(
        "cert", .path(as: "/etc/wheeld/mqtt.crt"), otherwise: "none", "A certificate that identifies this machine.")
    static let key = Key(
        "key", .path(as: "/etc/wheeld/mqtt.key"), otherwise: "none", "Its key, which has no password of its own.")
    static let discovery = Key(
        "discovery", levels, otherwise: "Home Assistant is told nothing",
        "Home Assistant's discovery prefix, usually `homeassistant`: it then shows the controls by itself.")
    static let interval = Key(
        "interval_ms", .milliseconds(0...10000), default: .milliseconds(20),
        "The shortest time between two values of a control. Values in between are left out, never the last one.")
    static let keepAlive = Key(
        "keepalive_s", .whole(5...3600), default: 30,
        "After as many seconds of silence the broker is asked whether it is still there. A cut cable is noticed after at most "
            + "three times as long.")
    static let queue = Key(
        "queue", .whole(1...1_000_000), default: 10_000,
        "As many commits wait while no broker is there. When more come, the oldest are dropped, and the log says how many."
    )

    package static let schema = TableSchema(
        "[mqtt]", "The bridge `wheel-mqtt`.",
        [
            hosts.row, port.row, name.row, prefix.row, user.row, passwordFile.row, tls.row, ca.row, cert.row, key.row,
            discovery.row, interval.row, keepAlive.row,
            queue.row,
        ])

    package static func read(_ table: TOMLTable, mistakes: MistakeList) -> MQTTSettings {
        let reader = TableReader(checking: table, by: schema, mistakes)
        var settings = MQTTSettings()
        if let list = reader.read(hosts).value { settings.brokers = list.values.compactMap { HostPort($0.value) } }
        settings.port = reader.read(port).value.map { UInt16(clamping: $0) }
        settings.name = reader.read(name).value
        settings.prefix = reader.read(prefix).value
        settings.user = reader.read(user).value
        let passwordFile = reader.read(passwordFile)
        settings.passwordFile = passwordFile.value
        if passwordFile.isGiven, settings.user == nil {
            mistakes.add(passwordFile.place, "'password_file' needs 'user'")
        }
        settings.usesTLS = reader.read(tls).value
        settings.authorities = file(ca, of: reader)
        settings.certificate = file(cert, of: reader)
        settings.key = file(key, of: reader)
        if (settings.certificate == nil) != (settings.key == nil) {
            mistakes.add(reader.place, "'cert' and 'key' belong together")
        }
        settings.discovery = reader.read(discovery).value
        settings.interval = reader.read(interval).value
        settings.keepAlive = .seconds(Double(reader.read(keepAlive).value))
        settings.room = reader.read(queue).value
        return settings
    }

    /// A file that only TLS uses.
    private static func file(_ key: Key<String?>, of reader: TableReader) -> String? {
        let path = reader.read(key)
        if path.isGiven, !reader.read(tls).value {
            reader.mistakes.add(path.place, "\(quoted(key.name)) needs 'tls = true'")
        }
        return path.value
    }
}
