import LinuxSystem
import WheelClient
import WheelCore
import WheelScene
import WheelWire

/// A client whose view is shown in a terminal. The terminal's keys and mouse act as a hand on this view.
///
/// One thread waits for the daemon, the terminal, signals and deadlines. Each iteration of its loop reads what was
/// received, and does what is due. Then the panel shows the changes, if the terminal has processed the previous frame.
package final class Panel {
    private let loop: EventLoop
    private let client: ViewClient
    private let terminal: PanelTerminal
    private let input: TerminalInput
    private let reader: String
    private var keys = PanelKeys()
    private var mouse = MouseHand()
    private var strip = EventStrip()
    private var watched: Watched
    /// The message that explains why there is no picture.
    private var trouble: [String]?
    private var isEnding = false
    private var failure: PanelFailure?
    /// When to check again whether the process is in the foreground; `nil` while the process is in the foreground.
    private var foregroundCheckAt: Instant?
    /// Whether the daemon ends with the panel, so that other clients would lose it.
    private let endsDaemon: Bool
    private var keyLine: KeyLine?
    /// Whether a picture was received. Until then the terminal shows nothing but `trouble`.
    private var hasPicture = false
    private var hasView = false
    /// Whether another view must be requested once the daemon has sent the name of the first view.
    private var isViewDue = false

    private struct Watched {
        var keys: Registration?
        var screen: Registration
    }

    /// How often to check whether the process is in the foreground again: `fg` sends no signal to a job that runs in
    /// the background.
    private static let foregroundInterval = Interval.milliseconds(250)

    init(_ options: PanelOptions, _ client: ViewClient, loop: EventLoop) throws(PanelFailure) {
        self.loop = loop
        self.client = client
        endsDaemon = options.daemon != nil
        reader = Panel.reader(socket: options.socket)
        do throws(TerminalProblem) {
            terminal = try PanelTerminal(graphics: options.graphics, theme: options.theme)
        } catch {
            throw .noTerminal("\(error)")
        }
        let relay = Relay()
        do throws(Errno) {
            input = try TerminalInput()
            let screen = try loop.register(descriptorNumber: terminal.descriptorNumber, for: [], relay)
            watched = Watched(keys: try loop.register(input.descriptor, for: .readable, relay), screen: screen)
        } catch {
            throw .failed("the terminal cannot be watched: \(error)")
        }
        relay.panel = self
        strip.elsewhere = reader
        keys.line = PanelLine(
            .notice, "Read every value in a second terminal: \(reader)", "Read every value: \(reader)",
            "elsewhere: \(reader)")
        if terminal.isDumb { sayLine() }
    }

    /// The command that shows values in another terminal. `wheelctl` is used if it is installed, as it is with the
    /// package. Otherwise socat is used, which `scripts/bootstrap` installs.
    private static func reader(socket: String?) -> String {
        guard OtherProgram.isInstalled("wheelctl") else {
            return "socat - UNIX-CONNECT:\(SocketPlace.path(socket))"
        }
        return socket.map { "wheelctl --socket \($0) watch" } ?? "wheelctl watch"
    }

    func close() {
        if let keys = watched.keys { loop.deregister(keys) }
        loop.deregister(watched.screen)
        terminal.suspend()
    }

    func end() { isEnding = true }

    var hasTerminal: Bool { Terminal.isTerminal(terminal.descriptorNumber) }

    func run() throws(PanelFailure) {
        // If the connection was made before this call, `listen` does not report it, so it is handled here.
        if client.isConnected { receive(.connected) }
        while !isEnding {
            _ = client.listen(receive)
            do throws(TerminalProblem) {
                try turn(at: MonotonicClock.now)
            } catch {
                throw .failed("\(error)")
            }
            let hasMore = client.listen(receive)
            if isEnding { break }
            let deadlines = [
                client.deadline, terminal.deadline, input.deadline, mouse.deadline, foregroundCheckAt,
            ].compactMap { $0 }
            do throws(Errno) {
                try loop.change(watched.screen, to: terminal.interest)
                try loop.iterate(wakeAt: hasMore ? MonotonicClock.now : deadlines.min())
            } catch {
                throw .failed("the daemon and the terminal cannot be waited for: \(error)")
            }
        }
        // A finger need not be lifted here: the daemon lifts it when the connection closes.
        if let failure { throw failure }
    }

    private func turn(at now: Instant) throws(TerminalProblem) {
        input.wake(at: now) { handle($0, at: now) }
        try perform(mouse.wake(at: now))
        try resume(at: now)
        if terminal.consume([], at: now) { askForView() }
        if hasPicture || terminal.isDumb || trouble != nil { client.confirm(try terminal.show(text)) }
    }

    // MARK: The daemon.

    private func askForView() {
        // A request without the name of the first view would open a second view, so the panel waits for that name.
        guard client.isConnected, client.mirror.view != nil || !client.waitsForView else { return isViewDue = true }
        isViewDue = false
        client.ask(forView: terminal.view)
    }

    private func receive(_ occurrence: ViewClient.Occurrence) {
        switch occurrence {
        case .connected:
            trouble = nil
            hasView = false
            mouse.reset()
            terminal.resetFrames()
            askForView()
        case .viewed:
            if isViewDue { askForView() }
            guard terminal.isDumb, !hasView else { break }
            sayPage()
            hasView = true
        case .frame(let frame):
            hasPicture = true
            terminal.add(frame)
        case .event(let event): receive(event)
        case .answered(let answer): receive(answer)
        case .refused(let request, let refusal): report(refusal, of: request)
        case .lost(let error): lose(error)
        }
    }

    private func receive(_ event: Event) {
        strip.record(event, client.mirror, realtimeAhead: client.realtimeAhead)
        if case .controls = event.content { askForView() }
        if terminal.isDumb { say(event) }
    }

    private func lose(_ error: ClientError) {
        mouse.reset()
        terminal.resetFrames()
        keys.reset()
        let clock = LocalTime(realtimeMicroseconds: RealtimeClock.nowMicroseconds()).clockToSeconds
        // Only the first reason is shown. Later reasons are failed attempts to reconnect.
        guard trouble == nil else { return }
        trouble = ["no daemon since \(clock)", "\(error)", "The panel returns when the daemon does. q leaves."]
        if terminal.isDumb { terminal.say("no daemon since \(clock): \(error)") }
    }

    private func report(_ refusal: RequestError, of request: Request) {
        let name = request.operation.rawValue
        let isNamed = refusal.message.hasPrefix("\(name): ")
        let message = isNamed ? String(refusal.message.dropFirst(name.count + 2)) : refusal.message
        switch request.operation {
        case .view:
            guard client.mirror.view == nil else { return mistake(message) }
            failure = .failed("the daemon refuses a view: \(message)")
            isEnding = true
        case .set, .subscribe, .stats: mistake(message)
        // If a key has no effect at the moment, its refusal is not shown. A person who is not permitted to do something
        // gets a message.
        default: if refusal.code == .forbidden || terminal.isDumb { mistake(message) }
        }
    }

    private func mistake(_ message: String) {
        keys.line = PanelLine(.mistake, message)
        if terminal.isDumb { terminal.say("! \(message)") }
    }

    private func receive(_ answer: Answer) {
        guard case .stats(let statistics) = answer, keys.isLeaving else { return }
        // The panel itself is one of the daemon's clients.
        let others = statistics.clients - 1
        guard others > 0 else { return isEnding = true }
        keys.askWhetherToLeave(clients: others)
        if terminal.isDumb { sayLine() }
    }

    // MARK: Keys and the mouse.

    fileprivate func read() {
        let now = MonotonicClock.now
        do throws(Errno) {
            try input.read(at: now) { handle($0, at: now) }
        } catch {
            // The terminal was closed.
            if let keys = watched.keys { loop.deregister(keys) }
            watched.keys = nil
            isEnding = true
        }
    }

    private func handle(_ event: TerminalEvent, at now: Instant) {
        switch event {
        case .key(let key): handle(key)
        case .mouse(let action, let column, let row):
            handle(action, terminal.face.place(column: column, row: row), at: now)
        case .answer(let answer):
            mouse.prove(now)
            if terminal.consume([answer], at: now) { askForView() }
        }
    }

    private func handle(_ key: TerminalKey) {
        guard client.isConnected || key == .character("q") else { return }
        let typed = keys.typed
        let wasShown = keys.showsKeys
        perform(keys.apply(key, client.mirror.facts))
        guard terminal.isDumb else { return }
        if keys.showsKeys, !wasShown { for line in PanelBox.keys { terminal.say(line) } }
        echo(from: typed, to: keys.typed)
    }

    private func perform(_ action: PanelAction?) {
        switch action {
        case nil: break
        case .ask(let request): if mayAct { client.ask(request) }
        case .turn(let detents):
            if mayAct { client.feed(.turn(units: detents * FedEvent.unitsPerDetent)) }
        case .press:
            guard mayAct else { break }
            client.feed(.button(nil, isDown: true))
            client.feed(.button(nil, isDown: false))
        case .toggleEvents: if terminal.toggleEvents() { askForView() }
        case .leave:
            guard endsDaemon, client.isConnected else { return isEnding = true }
            client.ask(.stats)
        case .end: isEnding = true
        }
    }

    private var mayAct: Bool {
        guard client.mirror.view != nil, client.mirror.hands == .none else { return true }
        mistake("you may only look: see 'write' in [socket]")
        return false
    }

    private func handle(_ action: MouseAction, _ place: MousePlace, at now: Instant) {
        guard client.isConnected else { return }
        switch action {
        case .wheelUp, .wheelDown:
            guard mayAct, terminal.layout.view.contains(column: place.column, row: place.row) else { break }
            client.ask(Request(.focus, ["x": .number(place.inView.x), "y": .number(place.inView.y)]))
            client.feed(.turn(units: (action == .wheelUp ? 1 : -1) * FedEvent.unitsPerDetent))
        case .press:
            if terminal.layout.hasLine, place.row == terminal.layout.rows - 1 {
                if let key = keyLine?.key(at: place.column) { perform(keys.click(key, client.mirror.facts)) }
                break
            }
            keys.reset()
            guard terminal.layout.view.contains(column: place.column, row: place.row) else { break }
            hold(mouse.press(at: place.inView, now))
        case .drag: hold(mouse.drag(to: place.inView, now))
        case .release: hold(mouse.lift())
        }
    }

    /// Sends the touches among these steps to the daemon.
    private func hold(_ steps: [MouseHand.Step]) {
        for case .touch(let contacts) in steps { client.feed(.contacts(contacts)) }
    }

    private func perform(_ steps: [MouseHand.Step]) throws(TerminalProblem) {
        for step in steps {
            switch step {
            case .touch(let contacts): client.feed(.contacts(contacts))
            case .ping: client.ping()
            case .query: try terminal.prove()
            }
        }
    }

    // MARK: What is shown.

    private var text: PanelText {
        let layout = terminal.layout
        var text = PanelText()
        if layout.hasLine {
            let line = KeyLine(
                client.mirror.facts, keys.line, events: layout.canHaveEvents ? layout.showsEvents : nil,
                columns: layout.columns)
            keyLine = line
            text.line = line.grid(in: terminal.alphabet)
        }
        if let place = layout.strip { text.strip = strip.grid(place, terminal.alphabet) }
        if let trouble {
            text.box = PanelBox.alarm(trouble, in: layout.view, terminal.alphabet)
            text.hidesView = true
        } else if keys.showsKeys {
            text.box = PanelBox.grid(
                PanelBox.keys, in: layout.view, isFramed: layout.canHaveEvents || terminal.face.canShowEvents,
                terminal.alphabet)
        }
        return text
    }

    // MARK: Lines, for a terminal without control sequences.

    private func sayLine() { terminal.say(keys.line?.text(in: terminal.layout.columns) ?? "") }

    private func sayPage() {
        for name in client.mirror.shown { terminal.say(value(of: name), replacing: name) }
    }

    private func value(of name: String) -> String {
        let control = client.mirror.control(name)
        return "\(control?.label ?? name)  \(control?.text ?? "")"
    }

    /// Writes an event as lines. Some events have no line, such as a commit, which repeats the value.
    private func say(_ event: Event) {
        switch event.content {
        case .value(let event): terminal.say(value(of: event.control), replacing: event.control)
        case .commit, .press, .controls: break
        case .focus(let input, let control):
            guard input == client.mirror.view else { break }
            terminal.say("keys turn \(value(of: control))")
        case .page(let page):
            terminal.say("page \(page)")
            sayPage()
        default:
            guard let (name, text) = EventStrip.words(event.content, client.mirror) else { break }
            terminal.say("\(name) \(text)")
        }
    }

    private func echo(from before: String?, to after: String?) {
        switch (before, after) {
        case (nil, let after?): terminal.echo("\(client.mirror.facts.marked?.label ?? "") = \(after)")
        case (let before?, let after?):
            if after.hasPrefix(before) { return terminal.echo(String(after.dropFirst(before.count))) }
            terminal.echo("<")
        case (_?, nil): terminal.say("")
        case (nil, nil): break
        }
    }

    // MARK: Signals.

    func checkSize() {
        do throws(TerminalProblem) {
            if try terminal.checkSize() { askForView() }
        } catch {
            failure = .failed("\(error)")
            isEnding = true
        }
    }

    /// Ctrl-Z: restores the terminal, and stops the process until it is continued, for example by the shell's `fg` or
    /// `bg`.
    func stop() {
        hold(mouse.lift())
        // Sends the request that lifts the finger, before the process stops.
        _ = client.listen(receive)
        if foregroundCheckAt == nil {
            terminal.suspend()
            // In the background the shell reads the keys, and the kernel would stop this process if it read them.
            if let keys = watched.keys { loop.deregister(keys) }
            watched.keys = nil
        }
        // The kernel ignores this signal if no shell could continue the process.
        Signal.stopProcess()
        foregroundCheckAt = MonotonicClock.now
    }

    /// Draws and reads keys again once the process is in the foreground. In the background only the connection is
    /// served.
    private func resume(at now: Instant) throws(TerminalProblem) {
        guard let due = foregroundCheckAt, due <= now else { return }
        guard Terminal.isForeground else {
            foregroundCheckAt = now + Panel.foregroundInterval
            return
        }
        foregroundCheckAt = nil
        if try terminal.resume() { askForView() }
        do throws(Errno) {
            let relay = Relay()
            relay.panel = self
            watched.keys = try loop.register(input.descriptor, for: .readable, relay)
        } catch {
            throw .failed(SystemError("read the keys of", "the terminal", error))
        }
    }

    // MARK: The loop.

    /// Reads the keyboard when it has input, and ends the panel when the terminal has hung up.
    private final class Relay: EventHandler {
        weak var panel: Panel?

        func handle(_ readiness: Readiness, of registration: Registration) {
            guard let panel else { return }
            if registration == panel.watched.keys { panel.read() }
            if registration == panel.watched.screen, !readiness.isDisjoint(with: [.hangup, .error]) { panel.end() }
        }
    }
}
