import WheelCore
import WheelModel
import WheelWire

/// Plays one game on an instrument as the daemon does, without its sockets, devices and clock. Whatever a client, a hand or a
/// display could notice is a line of the record.
///
/// This is the only file of the oracle that names the model's types. A redesign of the model changes what is called here, and
/// nothing else: the record must stay as it was.
struct Player: ~Copyable {
    private var panel: Panel
    private var changes = Changes()
    private var writer: EventWriter
    private let configurations: [PlayedSettings]
    /// The configuration that is in use.
    private var present = 0
    private var line = LineBuffer()
    private var seq = 0
    /// The loop's clock.
    private var now = Instant(microseconds: 1_000_000_000)
    private var record: Record
    /// What was moved while its control was in which state; `nil` if nobody asks.
    private(set) var meetings: Meetings?
    /// A client's request changes the panel's state only where it says so, so the state is recorded now and then.
    private var stepsUntilState = Player.stepsBetweenStates

    private static let stepsBetweenStates = 8

    init(_ configurations: [PlayedSettings], record: consuming Record, counts: Bool) {
        self.configurations = configurations
        self.record = record
        meetings = counts ? Meetings() : nil
        panel = Panel(configurations[0].own)
        writer = EventWriter(NameTable(panel.instrument))
        layOut()
    }

    mutating func end() -> UInt64 {
        advance(to: now + .seconds(2))
        perform { $0.commitAll(at: $1, into: &$2) }
        writeState()
        return record.checksum
    }

    mutating func play(_ step: Step) {
        record.step(step)
        if step.isLate { now = now + step.after } else { advance(to: now + step.after) }
        let time = now + Interval(microseconds: -step.lag)
        meetings?.note(step.act, in: panel)
        act(step.act, at: time)
        stepsUntilState -= 1
        if stepsUntilState == 0 {
            stepsUntilState = Player.stepsBetweenStates
            writeState()
        }
    }

    private mutating func act(_ act: Step.Act, at time: Instant) {
        switch act {
        case .input(let input, let event, let onlyLights):
            guard panel.settings.inputs.indices.contains(input) else { return }
            if let button = event.button {
                while panel.buttonNames(of: input).count <= button {
                    _ = panel.button(named: "b\(panel.buttonNames(of: input).count)", of: input)
                }
                writer = EventWriter(NameTable(panel.instrument))
            }
            let event = event.modelEvent
            perform(at: time) { $0.receive(event, from: input, at: $1, onlyLights: onlyLights, into: &$2) }
        case .ask(let client, let text): answer(text, from: client, at: time)
        case .leave(let client): perform(at: time) { $0.clientLeft(client, at: $1, into: &$2) }
        case .layOut(let isBank): layOut(isBank: isBank)
        case .reload(let place): reload(place % configurations.count, at: time)
        case .define(let place): define(place, at: time)
        case .restart: restart()
        case .wait: break
        }
    }

    // MARK: Time

    /// Lets time pass and wakes the panel whenever it asks for it.
    private mutating func advance(to target: Instant) {
        while let deadline = panel.deadline, deadline < target {
            now = max(now, deadline)
            wake()
        }
        now = target
        wake()
    }

    private mutating func wake() {
        panel.wake(at: now, into: &changes)
        writeChanges()
        precondition(panel.deadline.map { $0 > now } ?? true, "the loop does not come to rest")
    }

    private mutating func perform(at time: Instant? = nil, _ body: (inout Panel, Instant, inout Changes) -> Void) {
        body(&panel, time ?? now, &changes)
        writeChanges()
        wake()
    }

    // MARK: Requests

    private mutating func answer(_ text: String, from client: Int, at time: Instant) {
        // As the daemon, which does what is due before it reads what has come.
        panel.wake(at: time, into: &changes)
        writeChanges()
        var text = text
        let read = text.withUTF8 { RequestLine(UnsafeRawBufferPointer($0)) }
        let outcome: Result<Answer?, RequestError>
        switch read.request {
        case .failure(let error): outcome = .failure(error)
        case .success(let request):
            do throws(RequestError) {
                outcome = .success(try panel.answer(request, from: client, at: time, into: &changes))
            } catch {
                outcome = .failure(error)
            }
        }
        writeChanges()
        let id = RequestID("a")
        line.removeAll()
        switch outcome {
        case .success(let answer?): answer.write(to: id, &line)
        case .success(nil): break
        // Its sentence lists the operations, of which there are more than there were.
        case .failure(let error) where error.code == .unknownOperation: record.text("unknown operation")
        case .failure(let error): error.write(to: id, &line)
        }
        record.line(line)
        wake()
    }

    // MARK: Other configurations

    private mutating func reload(_ place: Int, at time: Instant) {
        present = place
        perform(at: time) { $0.commitAll(at: $1, into: &$2) }
        var next = Panel(configurations[place].own)
        let continuity = Continuity(from: panel.settings, toReloaded: next.settings)
        next.adopt(panel, continuity, at: now, into: &changes)
        replace(next)
    }

    /// Defines what a client may define, or nothing: 0 removes every definition.
    private mutating func define(_ place: Int, at time: Instant) {
        let (own, all) = (configurations[present].own, configurations[present].withDefinitions)
        guard let settings = place == 0 ? own : all.indices.contains(place - 1) ? all[place - 1] : nil else { return }
        let continuity = Continuity(from: panel.settings, toDefined: settings)
        perform(at: time) { $0.end(except: continuity, at: $1, into: &$2) }
        var next = Panel(settings)
        next.adopt(panel, continuity, at: time, into: &changes)
        replace(next)
    }

    /// What a state file keeps of it begins anew.
    private mutating func restart() {
        perform { $0.commitAll(at: $1, into: &$2) }
        var next = Panel(panel.settings)
        for (index, control) in panel.controls.enumerated() where control.hasValue {
            next.restore(index, Remembered(control))
        }
        for input in panel.settings.inputs.indices {
            if let control = panel.ownFocus(ofInput: input) { next.restoreFocus(of: input, on: control) }
        }
        for preset in panel.settings.presets {
            guard let values = panel.storedValues(ofPreset: preset.name) else { continue }
            _ = try? next.restorePreset(preset.name, values)
        }
        if let page = panel.page { next.restorePage(page) }
        replace(next)
        layOut()
    }

    private mutating func replace(_ next: Panel) {
        panel = next
        writer = EventWriter(NameTable(panel.instrument))
        writeChanges()
        wake()
        writeState()
    }

    /// Gives each touchscreen a page with targets of every kind.
    private mutating func layOut(isBank: Bool = false) {
        for (index, input) in panel.settings.inputs.enumerated() {
            guard let display = input.touchedDisplay else { continue }
            let layout = TargetGrid.layout(of: panel.settings, display: display, isBank: isBank)
            panel.arrange(surface: index, layout)
            meetings?.layOut(index, layout)
        }
    }

    // MARK: The record

    private mutating func writeChanges() {
        guard !changes.isEmpty else { return }
        record.clock(now)
        for change in changes.list {
            seq += 1
            line.removeAll()
            writer.write(change, seq: seq, in: changes, to: &line)
            if change.hasMore { line.addMore() }
            record.line(line)
        }
        changes.removeAll()
    }

    private mutating func writeState() {
        let now = now
        let listing = Listing(
            page: panel.page.map { panel.settings.pages[$0].name }, isLocked: panel.isLocked,
            controls: panel.controls.indices.map { panel.state(of: $0, at: now) },
            inputs: panel.settings.inputs.enumerated().map { index, input in
                InputState(
                    name: input.name, type: input.source.type, state: .attached,
                    focus: panel.focus(ofInput: index).map { panel.settings.controls[$0].name },
                    heldButtons: panel.heldButtons(of: index))
            },
            presets: panel.settings.presets.indices.map { PresetState($0, of: panel.instrument) })
        line.removeAll()
        Answer.listing(listing).write(to: RequestID("s"), &line)
        record.line(line)
        for control in panel.controls.indices {
            guard let until = panel.pendingUntil(of: control) else { continue }
            record.text("pending \(control) until \(until.microseconds)")
        }
        record.text("to save \(panel.takeFirstValues()) \(panel.takeFreshWrites())")
        writeViews()
    }

    /// What only displays see.
    private mutating func writeViews() {
        for (index, control) in panel.controls.enumerated() {
            let list = panel.listScroll(of: index).map { " list \($0.offset(at: now))" } ?? ""
            record.text("view \(index) jumps \(panel.jumps(of: index)) zoom \(panel.zoom(of: index))\(list)")
            let stale = control.staleAt.map { " stale \($0.microseconds)" } ?? ""
            let position = control.position.map { " at \($0)" } ?? ""
            record.text("wheel \(control.wheelScale) \(control.amountPerTurn)\(position)\(stale)")
        }
        for input in panel.settings.inputs {
            guard let display = input.touchedDisplay, let open = panel.chooser(ofDisplay: display) else {
                continue
            }
            record.text("chooser \(display) of \(open.control) at \(open.scroll.offset(at: now))")
        }
    }
}

extension Step.Event {
    fileprivate var button: Int? {
        switch self {
        case .pressed(let button), .released(let button), .level(let button, _), .settling(let button, _): button
        case .turned, .moved, .touched, .cancelled, .lost: nil
        }
    }

    fileprivate var modelEvent: InputEvent {
        switch self {
        case .turned(let units): .turned(units: units)
        case .moved(let start, let end): .moved(from: start, to: end)
        case .pressed(let button): .pressed(button: button)
        case .released(let button): .released(button: button)
        case .level(let button, let isDown): .level(button: button, isDown: isDown)
        case .settling(let button, let isSettling): .settling(button: button, isSettling)
        case .touched(let contacts):
            .touched(contacts.map { TouchContact(id: $0.id, position: Point(x: $0.x, y: $0.y), isPalm: $0.isPalm) })
        case .cancelled: .touchesCancelled
        case .lost: .state(.lost, detail: "")
        }
    }
}
