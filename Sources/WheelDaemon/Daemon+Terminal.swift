import LinuxSystem
import WheelGeometry
import WheelModel
import WheelScreen
import WheelSettings

/// The terminal that wheeld runs in, as an input.
extension Daemon {
    /// Opens the keyboard and the mouse, if there is an input of type terminal.
    func openTerminal() {
        guard let input = settings.panel.inputs.firstIndex(where: { $0.source == .terminal }) else { return }
        guard settings.displays.contains(where: { $0.output == .terminal }) else {
            return Log.warning("input \(settings.panel.inputs[input].name): needs a display with output = \"terminal\"")
        }
        do throws(Errno) {
            terminal = try TerminalDevice(input: input, loop: loop, daemon: self)
            arrangeSurface(input)
        } catch {
            Log.warning("input \(settings.panel.inputs[input].name): there is no terminal (\(error.name))")
        }
    }

    /// Opens it again after a reload, since its input may have another index, or be gone.
    func reopenTerminal() {
        terminal?.close()
        terminal = nil
        openTerminal()
    }

    func perform(_ command: TerminalCommand, from input: Int, at time: Instant) {
        panel.wake(at: time, into: &changes)
        switch command {
        case .focusShownControl: focusShownControl(of: input, at: time)
        case .moveFocus(let count):
            focusShownControl(of: input, at: time)
            let own = ownShownControls(of: input)
            if let focus = panel.focus(ofInput: input), let place = own.firstIndex(of: focus) {
                moveFocus(of: input, to: own[(place + count + own.count) % own.count], at: time)
            }
        case .showPage(let page):
            perform(.page(page), of: input, at: time)
            focusShownControl(of: input, at: time)
        case .step(let count):
            performOnFocus(of: input, at: time) { .step(control: $0, count: count) }
        case .apply: performOnFocus(of: input, at: time) { .apply(control: $0) }
        case .revert: performOnFocus(of: input, at: time) { .revert(control: $0) }
        case .showKeys: note(TerminalNotes.keys)
        case .hideNote: if hasNote { note([]) }
        case .quit: isEnding = true
        }
        publishChanges()
    }

    /// Moves the focus to a control that is shown, so that keys turn what the user sees.
    private func focusShownControl(of input: Int, at time: Instant) {
        guard let focus = panel.focus(ofInput: input), !shownControls.contains(focus),
            let first = ownShownControls(of: input).first
        else { return }
        moveFocus(of: input, to: first, at: time)
    }

    private func performOnFocus(of input: Int, at time: Instant, _ request: (String) -> Request) {
        focusShownControl(of: input, at: time)
        guard let control = panel.focus(ofInput: input) else { return }
        perform(request(settings.panel.controls[control].name), of: input, at: time)
    }

    private func moveFocus(of input: Int, to control: Int, at time: Instant) {
        perform(.focus(control: settings.panel.controls[control].name), of: input, at: time)
    }

    /// A key gets no error: a request that is refused, or that hands may not make now, has no effect.
    private func perform(_ request: Request, of input: Int, at time: Instant) {
        _ = try? panel.perform(request, by: .input(input), at: time, into: &changes)
    }

    private var shownControls: [Int] {
        panel.page.map { settings.panel.pages[$0].controls } ?? Array(panel.controls.indices)
    }

    /// The shown controls that the configuration gives to this input.
    private func ownShownControls(of input: Int) -> [Int] {
        shownControls.filter(settings.panel.inputs[input].controls.contains)
    }

    /// Holds log lines back while a display uses the terminal, since they would overwrite the picture.
    func holdLogs() {
        let isPicture = settings.displays.contains { $0.output == .terminal }
        if isPicture && Terminal.isTerminal(2) { Log.hold() }
    }

    /// Shows lines over the picture. An empty list removes them.
    func note(_ lines: [String]) {
        hasNote = !lines.isEmpty
        for display in displays where display?.settings.output == .terminal { display?.thread.note(lines) }
    }

    /// The size of the terminal has changed.
    func checkTerminal() {
        for display in terminalDisplays { display.thread.checkScreen() }
    }

    /// Passes on what the terminal has answered.
    func take(_ answer: TerminalAnswer) {
        for display in terminalDisplays { display.thread.take(answer) }
    }

    /// The step of the mouse's reports, in pixels of the picture.
    var mouseStep: PixelSize { terminalDisplays.first?.thread.mouseStep ?? PixelSize(width: 1, height: 1) }

    /// Ctrl-Z: gives the terminal back, and stops the process until it is continued.
    func stopInTerminal() {
        let own = terminalDisplays
        for display in own { display.thread.suspend() }
        Signal.stopProcess()
        for display in own { display.thread.comeBack() }
    }

    private var terminalDisplays: [Display] { displays.compactMap { $0?.settings.output == .terminal ? $0 : nil } }
}
