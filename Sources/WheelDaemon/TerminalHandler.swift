import LinuxSystem
import WheelGeometry
import WheelModel
import WheelScreen
import WheelSettings

/// What a person does at the terminal that wheeld runs in: keys and the mouse's wheel turn like a knob, its button is a
/// finger on the picture.
final class TerminalHandler: EventHandler {
    private unowned let daemon: Daemon
    private let terminal: TerminalInput
    private let input: Int
    private var registration: Registration?
    /// The mouse's button is a finger with a number of its own each time.
    private var finger = 0
    /// Whether the lines over the picture are the keys.
    private var showsKeys = false

    /// A cell of the terminal is so many pixels of the picture.
    private static let cell = Size(width: 4, height: 8)

    init(_ daemon: Daemon, input: Int) throws(Errno) {
        self.daemon = daemon
        self.input = input
        terminal = try TerminalInput()
        registration = try daemon.loop.register(terminal.descriptor, for: .readable, self)
    }

    func close() {
        if let registration { daemon.loop.deregister(registration) }
        registration = nil
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        do throws(Errno) {
            try terminal.read { take($0, at: Daemon.now) }
        } catch {
            // The terminal was closed: nobody is left to show anything to.
            close()
            daemon.isEnding = true
        }
    }

    private func take(_ event: TerminalEvent, at now: Instant) {
        daemon.noteHand()
        switch event {
        case .key(let key): take(key, at: now)
        case .mouse(let action, let column, let row): take(action, column: column, row: row, at: now)
        }
    }

    private func take(_ key: TerminalKey, at now: Instant) {
        // Any key takes the lines away, and does what it does.
        let hadKeys = showsKeys
        showsKeys = false
        if daemon.hasNote { daemon.note([]) }
        switch key {
        case .up, .right: turn(1, at: now)
        case .down, .left: turn(-1, at: now)
        case .tab: moveFocus(by: 1, at: now)
        case .backTab: moveFocus(by: -1, at: now)
        case .pageDown: show(.next, at: now)
        case .pageUp: show(.previous, at: now)
        case .character(" "):
            let button = daemon.buttons(named: [""], of: input)[0]
            daemon.receive(.pressed(button: button), from: input, at: now)
            daemon.receive(.released(button: button), from: input, at: now)
        case .character("+"), .character("="): step(1, at: now)
        case .character("-"): step(-1, at: now)
        case .character("?") where !hadKeys:
            showsKeys = true
            daemon.note(TerminalNotes.keys)
        case .character("q"): daemon.isEnding = true
        case .home, .end, .escape, .enter, .character: break
        }
    }

    private func take(_ action: MouseAction, column: Int, row: Int, at now: Instant) {
        let place = Point(
            x: (Double(column) + 0.5) * TerminalHandler.cell.width, y: (Double(row) + 0.5) * TerminalHandler.cell.height
        )
        switch action {
        case .wheelUp: turn(1, at: now)
        case .wheelDown: turn(-1, at: now)
        case .press:
            showsKeys = false
            if daemon.hasNote { daemon.note([]) }
            finger += 1
            touch([TouchContact(id: finger, position: place)], at: now)
        case .drag: touch([TouchContact(id: finger, position: place)], at: now)
        case .release: touch([], at: now)
        }
    }

    private func touch(_ contacts: [TouchContact], at now: Instant) {
        daemon.receive(.touched(contacts), from: input, at: now)
    }

    private func turn(_ detents: Int, at now: Instant) {
        followPage(at: now)
        daemon.receive(.turned(units: detents * QuadratureDecoder.unitsPerDetent), from: input, at: now)
    }

    private func step(_ count: Int, at now: Instant) {
        followPage(at: now)
        guard let control = daemon.panel.focus(ofInput: input) else { return }
        act(.step(control: control, count: count), at: now)
        daemon.publishChanges()
    }

    private func show(_ page: PageChoice, at now: Instant) {
        act(.page(page), at: now)
        followPage(at: now)
        daemon.publishChanges()
    }

    private func moveFocus(by count: Int, at now: Instant) {
        followPage(at: now)
        let own = shownControls.filter(isOwn)
        guard let focus = daemon.panel.focus(ofInput: input), let place = own.firstIndex(of: focus) else { return }
        act(.focus(control: own[(place + count + own.count) % own.count]), at: now)
        daemon.publishChanges()
    }

    /// Keys turn what is seen, where that is theirs to turn.
    private func followPage(at now: Instant) {
        let shown = shownControls
        guard let focus = daemon.panel.focus(ofInput: input), !shown.contains(focus),
            let first = shown.first(where: isOwn)
        else { return }
        act(.focus(control: first), at: now)
    }

    private func act(_ action: Action, at now: Instant) {
        daemon.panel.act(action, of: input, at: now, into: &daemon.changes)
    }

    private var shownControls: [Int] {
        daemon.panel.page.map { daemon.settings.panel.pages[$0].controls } ?? Array(daemon.panel.controls.indices)
    }

    /// Whether the configuration gives it to this input.
    private func isOwn(_ control: Int) -> Bool { daemon.settings.panel.inputs[input].controls.contains(control) }
}

/// What is written over the picture.
enum TerminalNotes {
    static let keys = [
        "arrows, mouse wheel    turn the marked control",
        "drag                   touch the picture",
        "double click           the next speed",
        "space                  the knob's button: twice for the next speed",
        "tab                    mark another control",
        "page up, page down     another page",
        "+  -                   one step",
        "?                      these keys",
        "q, Ctrl-C              leave",
    ]

    /// The first screen. The package has `wheelctl`, whoever builds wheeld has socat.
    static func welcome(socket: String) -> [String] {
        let reader =
            OtherProgram.isInstalled("wheelctl")
            ? "wheelctl --socket \(socket) watch" : "socat - UNIX-CONNECT:\(socket)"
        return ["Read every value in a second terminal:", "", "  \(reader)", "", "? shows the keys, q leaves."]
    }
}
