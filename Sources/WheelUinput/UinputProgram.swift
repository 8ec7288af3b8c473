import LinuxSystem
import WheelBridge
import WheelConfiguration

/// The arguments of `--turn`.
private enum UsualTurn: String, CaseIterable {
    case volume, wheel
}

package enum UinputProgram: PeerProgram {
    package static let name = "wheel-uinput"
    package static let options = ["--turn", "--name"]

    package static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> UinputSettings {
        let turn = try argument(of: "--turn", options, takes: "volume or wheel") { UsualTurn(rawValue: $0) }
        var settings = try BridgeFile.read(options.configuration, table: "uinput") {
            UinputTable.read($0, mistakes: $1)
        }
        if let turn {
            var usual = UinputSettings()
            usual.name = settings?.name ?? usual.name
            usual.interval = settings?.interval ?? usual.interval
            switch turn {
            case .volume: usual.addVolume()
            case .wheel: usual.addWheel()
            }
            settings = usual
        }
        var result = settings ?? UinputSettings()
        if settings == nil { result.addVolume() }
        if let name = options.own["--name"] { result.name = name }
        return result
    }

    package static func bridge(_ settings: UinputSettings, _ loop: EventLoop) throws(SystemError) -> any Bridge {
        try UinputBridge(settings)
    }

    package static let help = """
        wheel-uinput makes a virtual keyboard, mouse wheel or joystick that the knobs of wheeld turn and press.

        usage: wheel-uinput [--turn volume|wheel] [--name NAME] [--config FILE] [--socket PATH]
                            [--log-level error|warning|info|debug]
               wheel-uinput --check-config [FILE]
               wheel-uinput --version | --help

          --turn WHAT            what every knob turns, instead of what the configuration says: volume, the
                                 volume keys with a click for mute, or wheel, the wheel of a mouse
          --name NAME            the name of the virtual device (wheeld)
        \(BridgeOptions.help)

        Without a configuration it is a volume knob: each detent of any input is a press of the volume keys, and
        a click of any button mutes.

        Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.
        """
}
