import LinuxSystem
import WheelBridge
import WheelConfiguration

package enum OSCProgram: PeerProgram {
    package static let name = "wheel-osc"
    package static let options = ["--to", "--listen"]

    package static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> OSCSettings {
        let destinations = try arguments(of: "--to", options, takes: OSCDestination.words) { OSCDestination($0) }
        if let destinations, destinations.count > OSCTable.mostDestinations {
            throw BridgeFile.Refusal(usage: "\(name): --to may be given at most \(OSCTable.mostDestinations) times")
        }
        let listener = try listener(options)
        var settings =
            try BridgeFile.read(options.configuration, table: "osc") { OSCTable.read($0, mistakes: $1) }
            ?? OSCSettings()
        if let destinations { settings.destinations = destinations }
        if let listener { settings.listen = listener }
        return settings
    }

    package static func lack(_ settings: OSCSettings) -> String? {
        guard settings.destinations.isEmpty, settings.listen == nil else { return nil }
        return "there is nothing to do: name a program to send to (--to HOST:PORT, or 'to' in [osc]), or a port to "
            + "listen on (--listen PORT, or 'listen')"
    }

    package static func bridge(_ settings: OSCSettings, _ loop: EventLoop) throws(SystemError) -> any Bridge {
        try OSCBridge(settings, loop)
    }

    package static let help = """
        wheel-osc connects the controls of wheeld with programs that speak Open Sound Control.

        usage: wheel-osc [--to [tcp:|slip:]HOST:PORT]... [--listen [ADDRESS:]PORT] [--config FILE]
                         [--socket PATH] [--log-level error|warning|info|debug]
               wheel-osc --check-config [FILE]
               wheel-osc --version | --help

          --to [tcp:|slip:]HOST:PORT
                                 sends to this program: by UDP, by TCP with the length of each packet (tcp:),
                                 or by TCP with SLIP (slip:); may be given 16 times
          --listen [ADDRESS:]PORT
                                 receives messages at this port (on 127.0.0.1: this machine alone; 0.0.0.0
                                 for all machines)
        \(BridgeOptions.help)

        Without a configuration every control that is a number or a choice has the address /wheeld/NAME, in both
        directions.

        Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.
        """
}
