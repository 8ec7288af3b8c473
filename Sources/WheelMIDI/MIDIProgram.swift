import LinuxSystem
import WheelBridge
import WheelConfiguration

package enum MIDIProgram: PeerProgram {
    package static let name = "wheel-midi"
    package static let options = ["--port", "--name"]

    package static func settings(_ options: BridgeOptions) throws(BridgeFile.Refusal) -> MIDISettings {
        var settings =
            try BridgeFile.read(options.configuration, table: "midi") { MIDITable.read($0, mistakes: $1) }
            ?? MIDISettings()
        if let peer = options.own["--port"] { settings.peer = peer }
        if let name = options.own["--name"] { settings.name = name }
        return settings
    }

    package static func bridge(_ settings: MIDISettings, _ loop: EventLoop) throws(SystemError) -> any Bridge {
        let sequencer = try Sequencer(name: settings.name)
        let bridge = MIDIBridge(settings, sequencer)
        do throws(Errno) {
            _ = try loop.register(descriptorNumber: sequencer.descriptorNumber, for: .readable, bridge)
        } catch {
            throw SystemError("watch", "the ALSA sequencer", error)
        }
        return bridge
    }

    package static let help = """
        wheel-midi connects the controls of wheeld with programs and devices that speak MIDI.

        usage: wheel-midi [--port NAME] [--name NAME] [--config FILE] [--socket PATH]
                          [--log-level error|warning|info|debug]
               wheel-midi --check-config [FILE]
               wheel-midi --version | --help

          --port NAME            connects with this program or device; aconnect -l lists them
          --name NAME            the name of this program's port (wheeld)
        \(BridgeOptions.help)

        Without a configuration every control that is a number with two ends or a choice has a controller of
        MIDI, in both directions: the first 16 have 16 to 31 on channel 1, the next 18 have 102 to 119, and so
        on with channel 2.

        Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.
        """
}
