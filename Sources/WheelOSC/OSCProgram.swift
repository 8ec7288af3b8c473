import LinuxSystem
import WheelBridge
import WheelConfiguration

/// The program `wheel-osc`, except its `main.swift`.
public enum OSCProgram {
    /// Runs the program, and exits with its status.
    public static func main() -> Never { Implementation.main() }
}

private enum Implementation: BridgeProgram {
    static let name = "wheel-osc"
    static let options = ["--to", "--listen", "--bind"]

    static func check(_ options: BridgeOptions) throws(BridgeOptions.Mistake) {
        let destinations = options.all["--to"] ?? []
        for text in destinations where OSCDestination(text) == nil {
            throw BridgeOptions.Mistake(message: "--to takes a host and a port, as 127.0.0.1:57120, not '\(text)'")
        }
        if destinations.count > OSCTable.mostDestinations {
            throw BridgeOptions.Mistake(message: "--to may be given at most \(OSCTable.mostDestinations) times")
        }
        if let text = options.own["--listen"], !(1...65535).contains(Int(text) ?? 0) {
            throw BridgeOptions.Mistake(message: "--listen takes a port, 1 to 65535, not '\(text)'")
        }
        if let text = options.own["--bind"], !NumericAddress.isOne(text) {
            throw BridgeOptions.Mistake(message: "--bind takes an address of this machine, as 0.0.0.0, not '\(text)'")
        }
    }

    static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> OSCSettings {
        var settings =
            try BridgeFile.read(options.configuration, table: "osc") { OSCTable.read($0, mistakes: $1) }
            ?? OSCSettings()
        if let destinations = options.all["--to"] {
            settings.destinations = destinations.compactMap { OSCDestination($0) }
        }
        if let port = options.own["--listen"] { settings.listen = Int(port) }
        if let address = options.own["--bind"] { settings.bind = address }
        if options.task == .run, settings.destinations.isEmpty, settings.listen == nil {
            throw BridgeFile.Refusal(lines: [
                "\(name): there is nothing to do: name a program to send to (--to HOST:PORT, or 'to' in [osc]), or a port to "
                    + "listen on (--listen PORT, or 'listen')"
            ])
        }
        return settings
    }

    static func bridge(_ settings: OSCSettings, _ loop: EventLoop) throws(SystemError) -> any Bridge {
        try OSCBridge(settings, loop)
    }

    static let help = """
        wheel-osc connects the controls of wheeld with programs that speak Open Sound Control.

        usage: wheel-osc [--to HOST:PORT]… [--listen PORT] [--bind ADDRESS] [--config FILE] [--socket PATH]
                         [--log-level error|warning|info|debug]
               wheel-osc --check-config [FILE]
               wheel-osc --version | --help

          --to HOST:PORT         sends to this program, by UDP; may be given 16 times
          --listen PORT          receives messages at this port
          --bind ADDRESS         the address of that port (127.0.0.1: this machine alone); 0.0.0.0 for all machines
        \(BridgeOptions.help)

        Without a configuration every control that is a number or a choice has the address /wheeld/NAME, in both
        directions.

        Exit status: 0 ended as asked, 1 could not go on, 2 wrong usage, 78 the configuration is wrong.
        """
}

/// Addresses without a name.
enum NumericAddress {
    static func isOne(_ text: String) -> Bool { InternetAddress(numeric: text, port: 1) != nil }
}
