import LinuxSystem
import WheelGeometry
import WheelInput
import WheelModel
import WheelScreen
import WheelSettings

/// What a key of the terminal asks for, beyond the events of a knob and a touchscreen.
enum TerminalCommand {
    /// Moves the focus to a shown control, if it is on none.
    case focusShownControl
    /// Moves the focus along the shown controls.
    case moveFocus(by: Int)
    case showPage(NameChoice)
    case step(count: Int)
    case apply
    case revert
    case showKeys
    case hideNote
    case quit
}

/// The keyboard and the mouse of the terminal that wheeld runs in. Keys and the mouse wheel turn like a knob, and the
/// mouse button is a finger on the picture.
final class TerminalDevice: EventHandler {
    private unowned let daemon: Daemon
    private let loop: EventLoop
    private let terminal: TerminalInput
    private let input: Int
    private var registration: Registration?
    /// The contact number of the mouse button. Each press gets a new one.
    private var finger = 0
    /// Whether the note over the picture lists the keys.
    private var showsKeys = false

    init(input: Int, loop: EventLoop, daemon: Daemon) throws(Errno) {
        self.daemon = daemon
        self.loop = loop
        self.input = input
        terminal = try TerminalInput()
        registration = try loop.register(terminal.descriptor, for: .readable, self)
        send(.state(.attached, detail: "keyboard and mouse"), at: Daemon.now)
    }

    func close() {
        if let registration { loop.deregister(registration) }
        registration = nil
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
        case .answer(let answer): daemon.take(answer)
        }
    }

    private func apply(_ key: TerminalKey, at now: Instant) {
        // A key that only lights a display has no effect, but `q` always quits.
        guard !daemon.noteHand() || key == .character("q") else { return }
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
        case .character(" "):
            let button = daemon.buttons(named: [""], of: input)[0]
            send(.pressed(button: button), at: now)
            send(.released(button: button), at: now)
        case .character("+"), .character("="): perform(.step(count: 1), at: now)
        case .character("-"): perform(.step(count: -1), at: now)
        case .character("?") where !hadKeys:
            showsKeys = true
            perform(.showKeys, at: now)
        case .character("q"): perform(.quit, at: now)
        case .enter: perform(.apply, at: now)
        case .escape: perform(.revert, at: now)
        case .home, .end, .character: break
        }
    }

    private func apply(_ action: MouseAction, column: Int, row: Int, at now: Instant) {
        let step = daemon.mouseStep
        let position = Point(
            x: (Double(column) + 0.5) * Double(step.width), y: (Double(row) + 0.5) * Double(step.height))
        switch action {
        case .wheelUp, .wheelDown:
            guard !daemon.noteHand() else { return }
            turn(action == .wheelUp ? 1 : -1, at: now)
        case .press:
            hideNote(at: now)
            finger += 1
            send(.touched([TouchContact(id: finger, position: position)]), at: now)
        case .drag: send(.touched([TouchContact(id: finger, position: position)]), at: now)
        case .release: send(.touched([]), at: now)
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

/// The notes that are shown over the picture.
enum TerminalNotes {
    static let keys = [
        "arrows, mouse wheel    turn the marked control",
        "drag                   touch the picture",
        "double click           the next speed",
        "space                  the knob's button: twice for the next speed",
        "tab                    mark another control",
        "page up, page down     another page",
        "+  -                   one step",
        "enter, escape          apply or revert a pending value",
        "?                      these keys",
        "q, Ctrl-C              leave",
    ]

    /// The note at the start. It names `wheelctl` if that is installed, as it is with the package; else socat, which is
    /// there where wheeld is built.
    static func welcome(socket: String) -> [String] {
        let reader =
            OtherProgram.isInstalled("wheelctl")
            ? "wheelctl --socket \(socket) watch" : "socat - UNIX-CONNECT:\(socket)"
        return ["Read every value in a second terminal:", "", "  \(reader)", "", "? shows the keys, q leaves."]
    }
}
