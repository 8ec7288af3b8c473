import LinuxSystem
import WheelBridge
import WheelConfiguration
import WheelText

/// The program `wheel-mqtt`, except its `main.swift`.
public enum MQTTProgram {
    /// Runs the program, and exits with its status.
    public static func main() -> Never { Implementation.main() }
}

private enum Implementation: BridgeProgram {
    static let name = "wheel-mqtt"
    static let options = ["--host", "--port", "--name", "--user", "--password-file", "--ca", "--discovery"]

    static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> MQTTSettings {
        var settings =
            try BridgeFile.read(options.configuration, table: "mqtt") { MQTTTable.read($0, mistakes: $1) }
            ?? MQTTSettings()
        if let hosts = options.all["--host"] {
            settings.brokers = []
            for host in hosts {
                guard let broker = Broker(host) else { throw refusal("--host", "HOST or HOST:PORT", host) }
                settings.brokers.append(broker)
            }
        }
        if let text = options.own["--port"] {
            guard let port = Broker.port(text) else { throw refusal("--port", "a number from 1 to 65535", text) }
            settings.port = port
        }
        if let text = options.own["--name"] {
            guard MQTTTopics.isLevel(text) else { throw refusal("--name", "one level of a topic", text) }
            settings.name = text
        }
        if let text = options.own["--discovery"] {
            guard MQTTTopics.areLevels(text) else { throw refusal("--discovery", "the beginning of a topic", text) }
            settings.discovery = text
        }
        if let user = options.own["--user"] { settings.user = user }
        if let file = options.own["--password-file"] { settings.passwordFile = file }
        if let file = options.own["--ca"] {
            settings.usesTLS = true
            settings.authorities = file
        }
        return settings
    }

    private static func refusal(_ option: String, _ taken: String, _ text: String) -> BridgeFile.Refusal {
        BridgeFile.Refusal(usage: "\(name): \(option) takes \(taken), not '\(ForeignText(text))'")
    }

    static func bridge(_ settings: MQTTSettings, _ loop: EventLoop) throws(SystemError) -> any Bridge {
        try MQTTBridge(settings, loop)
    }

    static let help = """
        wheel-mqtt connects the controls of wheeld with a broker of MQTT.

        usage: wheel-mqtt [--host HOST[:PORT]]... [--port PORT] [--name NAME] [--user USER]
                          [--password-file FILE] [--ca FILE] [--discovery PREFIX] [--config FILE]
                          [--socket PATH] [--log-level error|warning|info|debug]
               wheel-mqtt --check-config [FILE]
               wheel-mqtt --version | --help

          --host HOST[:PORT]     the broker (localhost); of several the next one is tried after a failure
          --port PORT            the port of brokers that name none (1883, with TLS 8883)
          --name NAME            HOST in the topics, instead of the machine's name
          --user USER            the user's name for the broker
          --password-file FILE   the file with the password
          --ca FILE              the authority that signs the broker's certificate; it switches TLS on
          --discovery PREFIX     tells Home Assistant about the controls; its usual prefix is homeassistant
        \(BridgeOptions.help)

        Each control has the topics wheeld/HOST/CONTROL/value, commit, speed and state, and a message to
        wheeld/HOST/CONTROL/set sets it.

        Exit status: 0 ended as asked, 1 could not go on, 2 wrong usage, 78 the configuration is wrong.
        """
}
