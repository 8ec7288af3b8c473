import LinuxSystem
import WheelBridge
import WheelConfiguration

package enum RigProgram: PeerProgram {
    package static let name = "wheel-rig"
    package static let options = ["--host", "--port", "--listen"]

    package static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> RigSettings {
        let host = try argument(of: "--host", options, takes: "HOST or HOST:PORT") { HostPort($0) }
        let port = try port(options)
        let listener = try listener(options)
        var settings =
            try BridgeFile.read(options.configuration, table: "rig") { RigTable.read($0, mistakes: $1) }
            ?? RigSettings()
        let isServer = settings.server != nil || listener != nil
        if let host { settings.host = host.host }
        if let port = host?.port ?? port {
            settings.port = port
            settings.host = settings.host ?? RigSettings.usualHost
        }
        if let listener {
            var server = settings.server ?? RigServerSettings()
            server.listen = listener
            settings.server = server
        }
        if !isServer, settings.host == nil { settings.host = RigSettings.usualHost }
        return settings
    }

    package static func bridge(_ settings: RigSettings, _ loop: EventLoop) throws(SystemError) -> any Bridge {
        try RigBridge(settings, loop)
    }

    package static let help = """
        wheel-rig connects the controls of wheeld with radios and receivers, by rigctld's protocol.

        usage: wheel-rig [--host HOST[:PORT]] [--port PORT] [--listen [ADDRESS:]PORT] [--config FILE]
                         [--socket PATH] [--log-level error|warning|info|debug]
               wheel-rig --check-config [FILE]
               wheel-rig --version | --help

          --host HOST[:PORT]     the machine with rigctld or a compatible program (127.0.0.1)
          --port PORT            its port, if --host names none (4532); gqrx has 7356
          --listen [ADDRESS:]PORT
                                 serves programs that tune a rig (on 127.0.0.1: this machine alone;
                                 0.0.0.0 for all machines); without --host and --port it does only this
        \(BridgeOptions.help)

        Without a configuration a number named vfo, frequency or tuning, or with the unit Hz, kHz, MHz or GHz
        is the frequency, and a choice with positions like usb and cw is the mode. passband, volume, squelch
        and rf_gain are what they are named.

        Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.
        """
}
