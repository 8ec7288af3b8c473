import LinuxSystem
import WheelBridge
import WheelConfiguration

package enum MQTTProgram: PeerProgram {
    package static let name = "wheel-mqtt"
    package static let options = ["--host", "--port", "--name", "--user", "--password-file", "--ca", "--discovery"]
    package static let flags = ["--tls"]

    package static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> MQTTSettings {
        let hosts = try arguments(of: "--host", options, takes: "HOST or HOST:PORT") { HostPort($0) }
        let port = try port(options)
        let name = try argument(of: "--name", options, takes: "one level of a topic") { text in
            MQTTTopics.isLevel(text) ? text : nil
        }
        let discovery = try argument(of: "--discovery", options, takes: "the beginning of a topic") { text in
            MQTTTopics.areLevels(text) ? text : nil
        }
        var settings =
            try BridgeFile.read(options.configuration, table: "mqtt") { MQTTTable.read($0, mistakes: $1) }
            ?? MQTTSettings()
        if let hosts { settings.brokers = hosts }
        if let port { settings.port = port }
        if let name { settings.name = name }
        if let discovery { settings.discovery = discovery }
        if let user = options.own["--user"] { settings.user = user }
        if let file = options.own["--password-file"] { settings.passwordFile = file }
        if settings.passwordFile != nil, settings.user == nil {
            throw BridgeFile.Refusal(usage: "\(Self.name): --password-file needs --user, or 'user' in [mqtt]")
        }
        if options.flags.contains("--tls") { settings.usesTLS = true }
        if let file = options.own["--ca"] {
            settings.usesTLS = true
            settings.authorities = file
        }
        return settings
    }

    package static func bridge(_ settings: MQTTSettings, _ loop: EventLoop) throws(SystemError) -> any Bridge {
        try MQTTBridge(settings, loop)
    }

    package static let help = """
        wheel-mqtt connects the controls of wheeld with a broker of MQTT.

        usage: wheel-mqtt [--host HOST[:PORT]]... [--port PORT] [--name NAME] [--user USER]
                          [--password-file FILE] [--tls] [--ca FILE] [--discovery PREFIX] [--config FILE]
                          [--socket PATH] [--log-level error|warning|info|debug]
               wheel-mqtt --check-config [FILE]
               wheel-mqtt --version | --help

          --host HOST[:PORT]     the broker (localhost); with several, each failure moves on to the next
          --port PORT            the port of brokers that name none (1883, with TLS 8883)
          --name NAME            HOST in the topics, instead of the machine's name
          --user USER            the user's name for the broker
          --password-file FILE   the file with the password
          --tls                  encrypts; the system's authorities must have signed the broker's certificate
          --ca FILE              the authority that signs the broker's certificate; it switches TLS on
          --discovery PREFIX     announces the controls to Home Assistant, usually with the prefix homeassistant
        \(BridgeOptions.help)

        Without a configuration the broker is that of this machine. Each control has the topics
        wheeld/HOST/CONTROL/value, commit, speed and state, and a message to wheeld/HOST/CONTROL/set sets it.

        Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.
        """
}
