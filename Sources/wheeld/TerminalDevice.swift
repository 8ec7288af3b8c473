import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelScene
import WheelScreen

/// What a key of the terminal asks for, beyond the events of a knob and a touchscreen.
enum TerminalCommand {
    /// Moves the focus to a shown control, if it is on none.
    case focusShownControl
    /// Moves the focus to the control at a place, if the keys turn it.
    case focusControl(at: Point)
    /// Moves the focus to a control by its place on the page.
    case mark(Int)
    /// Moves the focus along the shown controls.
    case moveFocus(by: Int)
    case showPage(NameChoice)
    case step(count: Int)
    case nextSpeed
    /// Adds the position under the cursor of a selection, or removes it.
    case toggle
    case toggleLock
    case apply
    case revert
    /// Sets a control, by its name, to a text that was typed.
    case set(String, control: String)
    case toggleEvents
    case showKeys
    case showLine(CellLine)
    case hideNote
    case quit
}

/// The keyboard and the mouse of the terminal that wheeld runs in. Keys and the mouse wheel turn like a knob, and the
/// mouse button is a finger on the picture.
final class TerminalDevice: EventHandler {
    /// What the next key is for.
    private enum Mode: Equatable {
        case keys
        /// A value that is being typed.
        case typing(String, control: String, label: String)
        /// Whether to leave although clients are connected.
        case leaving
    }

    private unowned let daemon: Daemon
    private let loop: EventLoop
    private let terminal: TerminalInput
    private var input: Int
    private var registration: Registration?
    /// The contact number of the mouse button. Each press gets a new one.
    private var finger = 0
    /// Whether the box over the page lists the keys.
    private var showsKeys = false
    private var mode = Mode.keys
    private static let longestText = 64

    init(input: Int, loop: EventLoop, daemon: Daemon) throws(Errno) {
        self.daemon = daemon
        self.loop = loop
        self.input = input
        terminal = try TerminalInput()
        registration = try loop.register(terminal.descriptor, for: .readable, self)
        goOn(as: input)
    }

    /// Sends to the input with this index from now on.
    func goOn(as input: Int) {
        self.input = input
        send(.state(.attached, detail: "keyboard and mouse"), at: Daemon.now)
    }

    func close() { pause() }

    /// Leaves the keys to other programs.
    func pause() {
        if let registration { loop.deregister(registration) }
        registration = nil
    }

    func resume() {
        guard registration == nil else { return }
        do throws(Errno) {
            registration = try loop.register(terminal.descriptor, for: .readable, self)
        } catch {
            Log.warning("the keys of the terminal cannot be read: \(error)")
        }
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        do throws(Errno) {
            try terminal.read(at: Daemon.now) { apply($0, at: Daemon.now) }
        } catch {
            // The terminal was closed, so nobody can see the picture any more.
            close()
            perform(.quit, at: Daemon.now)
        }
    }

    /// When to call `wake`: keys are held back that may be a part of something longer.
    var deadline: Instant? { terminal.deadline }

    func wake(at now: Instant) { terminal.wake(at: now) { apply($0, at: now) } }

    private func apply(_ event: TerminalEvent, at now: Instant) {
        switch event {
        case .key(let key): apply(key, at: now)
        case .mouse(let action, let column, let row): apply(action, column: column, row: row, at: now)
        case .answer(let answer): daemon.consume(answer)
        }
    }

    // MARK: Keys.

    private func apply(_ key: TerminalKey, at now: Instant) {
        // A key that only lights a display has no effect, but `q` always quits.
        guard !daemon.recordHand() || key == .character("q") else { return }
        switch mode {
        case .keys: break
        case .typing(let text, let control, let label):
            return type(key, after: text, control, label, at: now)
        case .leaving:
            mode = .keys
            return perform(key == .character("q") ? .quit : .hideNote, at: now)
        }
        // Every key hides the note and has its own effect as well.
        let hadKeys = showsKeys
        hideNote(at: now)
        switch key {
        case .up, .right: turn(1, at: now)
        case .down, .left: turn(-1, at: now)
        case .tab: perform(.moveFocus(by: 1), at: now)
        case .backTab: perform(.moveFocus(by: -1), at: now)
        case .pageDown: perform(.showPage(.next), at: now)
        case .pageUp: perform(.showPage(.previous), at: now)
        case .character(" "): press(at: now)
        case .character("+"): perform(.step(count: 1), at: now)
        case .character("-"): perform(.step(count: -1), at: now)
        case .character("="): beginTyping(at: now)
        case .character("s"): perform(.nextSpeed, at: now)
        case .character("l"): perform(.toggleLock, at: now)
        case .character("e"): perform(.toggleEvents, at: now)
        case .character("?"): if !hadKeys { showKeys(at: now) }
        case .character("q"): leave(at: now)
        case .enter: perform(.apply, at: now)
        case .escape: perform(.revert, at: now)
        case .character(let character):
            if let number = character.wholeNumberValue, number > 0 { perform(.mark(number - 1), at: now) }
        case .home, .end, .backspace: break
        }
    }

    /// A selection is toggled at its cursor. Otherwise it is a button, which may mean anything.
    private func press(at now: Instant) {
        guard !daemon.isSelectionMarked(of: input) else { return perform(.toggle, at: now) }
        let button = daemon.buttons(named: [""], of: input)[0]
        send(.pressed(button: button), at: now)
        send(.released(button: button), at: now)
    }

    private func showKeys(at now: Instant) {
        showsKeys = true
        perform(.showKeys, at: now)
    }

    private func leave(at now: Instant) {
        let count = daemon.server?.clientCount ?? 0
        guard count > 0 else { return perform(.quit, at: now) }
        mode = .leaving
        let clients = count == 1 ? "1 client is connected" : "\(count) clients are connected"
        perform(
            .showLine(
                CellLine(.question, "\(clients). q leaves, any other key stays.", "\(clients): q leaves")), at: now)
    }

    // MARK: Typing a value.

    /// The control is the one that is marked now, whatever moves the mark later.
    private func beginTyping(at now: Instant) {
        perform(.focusShownControl, at: now)
        guard let control = daemon.markedControl(of: input) else { return }
        type("", control.name, control.label, at: now)
    }

    private func type(_ text: String, _ control: String, _ label: String, at now: Instant) {
        mode = .typing(text, control: control, label: label)
        perform(
            .showLine(CellLine(.prompt(hint: "enter sets · esc leaves it"), "\(label) = \(text)", "= \(text)")),
            at: now)
    }

    private func type(_ key: TerminalKey, after text: String, _ control: String, _ label: String, at now: Instant) {
        switch key {
        case .character(let character) where text.count < TerminalDevice.longestText:
            type(text + String(character), control, label, at: now)
        case .backspace where !text.isEmpty: type(String(text.dropLast()), control, label, at: now)
        case .enter where !text.isEmpty:
            mode = .keys
            hideNote(at: now)
            perform(.set(text, control: control), at: now)
        case .escape, .enter, .backspace:
            mode = .keys
            hideNote(at: now)
        default: break
        }
    }

    // MARK: The mouse.

    private func apply(_ action: MouseAction, column: Int, row: Int, at now: Instant) {
        let step = daemon.mouseStep
        let position = Point(
            x: (Double(column) + 0.5) * Double(step.width), y: (Double(row) + 0.5) * Double(step.height))
        switch action {
        case .wheelUp, .wheelDown:
            guard !daemon.recordHand() else { return }
            perform(.focusControl(at: position), at: now)
            turn(action == .wheelUp ? 1 : -1, at: now)
        case .press:
            if let key = daemon.cellKey(at: position) {
                guard !daemon.recordHand() else { return }
                return apply(key, at: now)
            }
            mode = .keys
            hideNote(at: now)
            finger += 1
            send(.touched([TouchContact(id: finger, position: position)]), at: now)
        case .drag: send(.touched([TouchContact(id: finger, position: position)]), at: now)
        case .release: send(.touched([]), at: now)
        }
    }

    /// A click on the line of keys.
    private func apply(_ key: CellKey, at now: Instant) {
        let hadKeys = showsKeys
        mode = .keys
        hideNote(at: now)
        switch key {
        case .turn(let detents): turn(detents, at: now)
        case .press: press(at: now)
        case .next, .mark: perform(.moveFocus(by: 1), at: now)
        case .page: perform(.showPage(.next), at: now)
        case .type: beginTyping(at: now)
        case .speed: perform(.nextSpeed, at: now)
        case .lock: perform(.toggleLock, at: now)
        case .apply: perform(.apply, at: now)
        case .revert: perform(.revert, at: now)
        case .events: perform(.toggleEvents, at: now)
        case .keys: if !hadKeys { showKeys(at: now) }
        case .leave: leave(at: now)
        }
    }

    private func turn(_ detents: Int, at now: Instant) {
        perform(.focusShownControl, at: now)
        send(.turned(units: detents * QuadratureDecoder.unitsPerDetent), at: now)
    }

    private func hideNote(at now: Instant) {
        showsKeys = false
        perform(.hideNote, at: now)
    }

    private func send(_ event: InputEvent, at now: Instant) { daemon.receive(event, from: input, at: now) }

    private func perform(_ command: TerminalCommand, at now: Instant) {
        daemon.perform(command, from: input, at: now)
    }
}
