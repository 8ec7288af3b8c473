import LinuxSystem
import WheelModel
import WheelSettings

/// The terminal that wheeld runs in as an instrument.
extension Daemon {
    /// Opens keyboard and mouse where an input asks for them.
    func openTerminal() {
        guard let input = settings.panel.inputs.firstIndex(where: { $0.source == .terminal }) else { return }
        guard settings.displays.contains(where: { $0.output == .terminal }) else {
            return Log.warning("input \(settings.panel.inputs[input].name): needs a display with output = \"terminal\"")
        }
        do throws(Errno) {
            terminal = try TerminalHandler(self, input: input)
            receive(.state(.attached, detail: "keyboard and mouse"), from: input, at: Daemon.now)
            arrangeSurface(input)
        } catch {
            Log.warning("input \(settings.panel.inputs[input].name): there is no terminal (\(error.name))")
        }
    }

    /// The terminal's input may have another place in a new configuration, or none.
    func reopenTerminal() {
        guard terminal != nil || settings.panel.inputs.contains(where: { $0.source == .terminal }) else { return }
        terminal?.close()
        terminal = nil
        openTerminal()
    }

    /// Logs would be written into the picture.
    func holdLogs() {
        let isPicture = settings.displays.contains { $0.output == .terminal }
        if isPicture && Terminal.isTerminal(2) { Log.hold() }
    }

    /// Writes lines over the picture; none takes them away.
    func note(_ lines: [String]) {
        hasNote = !lines.isEmpty
        for display in displays where display?.settings.output == .terminal { display?.thread.note(lines) }
    }

    /// The terminal has another size.
    func checkTerminal() {
        for display in displays where display?.settings.output == .terminal { display?.thread.checkScreen() }
    }
}
