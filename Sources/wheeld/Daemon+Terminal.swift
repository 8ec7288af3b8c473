import LinuxSystem
import WheelCore
import WheelModel
import WheelScene
import WheelScreen
import WheelWire

/// The terminal that wheeld runs in, as an input.
extension Daemon {
    /// Opens the keyboard and the mouse, if there is an input of type terminal.
    func openTerminal() {
        guard let input = terminalInput else { return }
        guard settings.displays.contains(where: { $0.output == .terminal }) else {
            return Log.warning("input \(settings.panel.inputs[input].name): needs a display with output = \"terminal\"")
        }
        do throws(Errno) {
            terminal = try TerminalDevice(input: input, loop: loop, daemon: self)
            arrangeSurface(input)
            greet()
        } catch {
            Log.warning("input \(settings.panel.inputs[input].name): there is no terminal (\(error.name))")
        }
    }

    private var terminalInput: Int? { settings.panel.inputs.firstIndex { $0.source == .terminal } }

    /// Goes on after a reload: its input may have another index, or be gone. A line that is being typed stays.
    func reopenTerminal() {
        if let terminal, let input = terminalInput, settings.displays.contains(where: { $0.output == .terminal }) {
            terminal.goOn(as: input)
            return arrangeSurface(input)
        }
        if terminal != nil { (surroundings.box, surroundings.line) = ([], nil) }
        terminal?.close()
        terminal = nil
        openTerminal()
        if foregroundCheckAt != nil { terminal?.pause() }
    }

    func perform(_ command: TerminalCommand, from input: Int, at time: Instant) {
        panel.wake(at: time, into: &changes)
        switch command {
        case .focusShownControl: focusShownControl(of: input, at: time)
        case .moveFocus(let count):
            focusShownControl(of: input, at: time)
            let own = ownShownControls(of: input)
            if let focus = instrument.focus(ofInput: input), let place = own.firstIndex(of: focus) {
                moveFocus(of: input, to: own[(place + count + own.count) % own.count], at: time)
            }
        case .mark(let place):
            let shown = shownControls
            guard shown.indices.contains(place), ownShownControls(of: input).contains(shown[place]) else { break }
            moveFocus(of: input, to: shown[place], at: time)
        case .focusControl(let position):
            guard let control = control(at: position, of: input), ownShownControls(of: input).contains(control) else {
                break
            }
            moveFocus(of: input, to: control, at: time)
        case .showPage(let page):
            perform(.page(page), of: input, at: time)
            focusShownControl(of: input, at: time)
        case .step(let count):
            performOnFocus(of: input, at: time) { .step(control: $0, count: count) }
        case .nextSpeed: performOnFocus(of: input, at: time) { .speed(control: $0, .next) }
        case .toggle: performOnFocus(of: input, at: time) { Request(.toggle, control: $0) }
        case .toggleLock: performOnFocus(of: input, at: time) { .toggleLock(control: $0) }
        case .apply: performOnFocus(of: input, at: time) { .apply(control: $0) }
        case .revert: performOnFocus(of: input, at: time) { .revert(control: $0) }
        case .set(let text, let control): set(control, to: text, of: input, at: time)
        case .toggleEvents: surroundings.hasEvents.toggle()
        case .showKeys: surroundings.box = TerminalNotes.keys
        case .showLine(let line): surroundings.line = line
        case .hideNote:
            surroundings.box = []
            surroundings.line = nil
        case .quit: isEnding = true
        }
        publishChanges()
        isPictureOld = true
    }

    /// Moves the focus to a control that is shown, so that keys turn what the user sees.
    private func focusShownControl(of input: Int, at time: Instant) {
        guard let focus = instrument.focus(ofInput: input), !shownControls.contains(focus),
            let first = ownShownControls(of: input).first
        else { return }
        moveFocus(of: input, to: first, at: time)
    }

    private func performOnFocus(of input: Int, at time: Instant, _ request: (String) -> Request) {
        focusShownControl(of: input, at: time)
        guard let control = instrument.focus(ofInput: input) else { return }
        perform(request(settings.panel.controls[control].name), of: input, at: time)
    }

    private func moveFocus(of input: Int, to control: Int, at time: Instant) {
        perform(.focus(control: settings.panel.controls[control].name), of: input, at: time)
    }

    /// Sets a control to what was typed. A mistake takes the place of the keys.
    private func set(_ name: String, to text: String, of input: Int, at time: Instant) {
        guard let settings = settings.panel.controls.first(where: { $0.name == name }) else {
            surroundings.line = CellLine(.mistake, "\(name) is gone")
            return
        }
        do throws(TypingMistake) {
            let value = try settings.value(typed: text)
            let request = Request.set(Assignment(control: settings.name, value: value))
            do throws(CommandRefusal) {
                _ = try panel.perform(request, by: .input(input), at: time, into: &changes)
            } catch {
                surroundings.line = CellLine(.mistake, RequestError(error).message)
            }
        } catch {
            surroundings.line = CellLine(.mistake, error.message)
        }
    }

    /// A key gets no error: a request that is refused, or that hands may not make now, has no effect.
    private func perform(_ request: Request, of input: Int, at time: Instant) {
        _ = try? panel.perform(request, by: .input(input), at: time, into: &changes)
    }

    private var shownControls: [Int] {
        instrument.page.map { settings.panel.pages[$0].controls } ?? Array(instrument.controls.indices)
    }

    /// The shown controls that the configuration gives to this input.
    private func ownShownControls(of input: Int) -> [Int] {
        shownControls.filter(settings.panel.inputs[input].controls.contains)
    }

    /// Holds log lines back while a display uses the terminal, since they would overwrite the picture.
    func holdLogs() {
        let isPicture = settings.displays.contains { $0.output == .terminal }
        if isPicture && Terminal.isTerminal(2) { Log.hold() } else { Log.release() }
    }

    /// The size of the terminal has changed.
    func checkTerminal() {
        for display in terminalDisplays { display.thread.checkScreen() }
    }

    /// Passes on what the terminal has answered.
    func consume(_ answer: TerminalAnswer) {
        for display in terminalDisplays { display.thread.consume(answer) }
    }

    /// The step of the mouse's reports, in pixels of the picture.
    var mouseStep: PixelSize { terminalDisplays.first?.thread.mouseStep ?? PixelSize(width: 1, height: 1) }

    /// Ctrl-Z: gives the terminal back, and stops the process until it is continued, as by the shell's `fg` or `bg`.
    func stopInTerminal() {
        guard !terminalDisplays.isEmpty else { return Signal.stopProcess() }
        // Another screen would be left as it is, and nobody could see the shell.
        guard
            displays.allSatisfy({
                $0 == nil || $0?.settings.output == .terminal || $0?.settings.output.isRemote == true
            })
        else { return }
        if foregroundCheckAt == nil {
            for display in terminalDisplays { display.thread.suspend() }
            // In the background the keys are for the shell, and reading them would stop the process.
            terminal?.pause()
        }
        // The kernel ignores this where no shell could continue the process.
        Signal.stopProcess()
        foregroundCheckAt = Daemon.now
        comeBackToTerminal(at: Daemon.now)
    }

    /// How often to look whether the process is in the foreground again. A shell tells nobody: `fg` of a job that runs
    /// in the background sends no signal.
    private static let foregroundInterval = Interval.milliseconds(250)

    /// Draws and reads keys again once the process is in the foreground. In the background all else goes on.
    func comeBackToTerminal(at now: Instant) {
        guard let due = foregroundCheckAt, due <= now else { return }
        guard Terminal.isForeground else {
            foregroundCheckAt = now + Daemon.foregroundInterval
            return
        }
        foregroundCheckAt = nil
        for display in terminalDisplays { display.thread.comeBack() }
        terminal?.resume()
    }

    fileprivate var terminalDisplays: [Display] { displays.compactMap { $0?.settings.output == .terminal ? $0 : nil } }
}

/// What the terminal shows around the page.
extension Daemon {
    /// The first line of a terminal says how its values are read.
    func greet() {
        let isUsual = socketOption == nil && settings.socket.path == nil
        let reader = TerminalNotes.reader(socket: socketPath, isUsual: isUsual)
        surroundings.elsewhere = reader
        surroundings.line = TerminalNotes.welcome(reader: reader)
    }

    /// Gives the terminal what has changed of its surroundings.
    func showSurroundings() {
        guard terminal != nil else { return }
        let clients = server?.clientCount ?? 0
        if clients != titledClients {
            titledClients = clients
            let file = source.loaded.flatMap { $0.path.split(separator: "/").last.map { String($0) } }
            surroundings.title = ["wheeld", file ?? "no file", "\(clients) client\(clients == 1 ? "" : "s")"]
        }
        if terminalEvents.hasNotes, showsEvents { writeEvents() }
        guard surroundings != shownSurroundings else { return }
        shownSurroundings = surroundings
        for display in terminalDisplays { display.thread.surround(surroundings) }
    }

    private var showsEvents: Bool {
        displays.contains { display in
            guard let typed = display?.typed, display?.settings.output == .terminal else { return false }
            return CellFace.showsEvents(typed, surroundings)
        }
    }

    /// Makes lines of the noted changes, at the latest before controls get other indices.
    func writeEvents() {
        guard terminalEvents.hasNotes else { return }
        terminalEvents.write(
            of: instrument, realtimeAhead: RealtimeClock.nowMicroseconds() - MonotonicClock.now.microseconds)
        surroundings.events = terminalEvents.lines
    }

    /// The key of the terminal's line of keys at a place.
    func cellKey(at place: Point) -> CellKey? {
        guard let index = displays.firstIndex(where: { $0?.settings.output == .terminal }) else { return nil }
        return displays[index]?.key(at: place, panel, isUsed: isUsed, surroundings, at: Daemon.now)
    }

    func markedControl(of input: Int) -> (name: String, label: String)? {
        instrument.focus(ofInput: input).map {
            (settings.panel.controls[$0].name, settings.panel.controls[$0].label)
        }
    }

    func isSelectionMarked(of input: Int) -> Bool {
        instrument.focus(ofInput: input).map { settings.panel.controls[$0].kind == .selection } ?? false
    }

    /// The control at a place of the terminal.
    private func control(at place: Point, of input: Int) -> Int? {
        guard let display = display(ofSurface: input), displays.indices.contains(display),
            let layout = displays[display]?.shown.touchLayout
        else { return nil }
        for target in layout.targets.reversed() {
            guard case .stage(let control) = target.kind, target.area.contains(place) else { continue }
            return control
        }
        return nil
    }
}
