import WheelCore
import WheelModel
import WheelWire

/// Numbers the events, and writes each event's line once for all clients that want the same form of it.
///
/// For example: a knob moves `gain` by two detents in one iteration of the loop. Two lines are written into the batch,
/// which is sent unchanged to every client that keeps up. For a client that does not keep up, the queue has a note
/// (`WaitingValue`): that `gain` waits, how far it has moved since the last value that was sent, and that one value was
/// skipped. When the client reads again, it is sent the newest line of `gain`, with these numbers at its end. For this
/// purpose the newest line of each control is kept outside the batch (`ValueLine`).
///
/// Controls are identified by their indices. When the panel changes, a control with the same name and kind keeps its
/// newest line. So a value that waits for a client is still sent, with the names under which it was published.
struct Publisher: ~Copyable {
    var batch = Batch()
    /// The last event's number.
    private(set) var seq = 0
    private(set) var controls: [ControlIdentity]
    /// Whether any client has subscribed to `text`.
    private var wantsText = false
    /// The number of the first event of the step that is being published.
    private var step: Int?
    private var writer: EventWriter
    private var valueLines: [ValueLine]
    /// The lines of pending values, for each control that had one.
    private var pendingLines: [Int: ValueLine] = [:]

    init(_ names: NameTable, _ panel: PanelSettings) {
        writer = EventWriter(names)
        controls = panel.controls.map(ControlIdentity.init)
        valueLines = panel.controls.map { _ in ValueLine() }
    }

    /// Publishes one of the panel's changes. All changes must be published in their order, without another event
    /// between the changes of one step (`Changes`).
    mutating func publish(_ change: Change, in changes: Changes, of panel: [Control]) {
        let stamp = nextStamp(change.time)
        // A step of several events is identified by the number of its first event.
        if change.hasMore, step == nil { step = stamp.seq }
        defer { if !change.hasMore { step = nil } }
        let waiting: WaitingValue
        let newest: ValueLine
        switch change.event {
        case .value(let value):
            waiting = WaitingValue(WaitingValue.Subject(value.control), delta: value.delta)
            newest = self.newest(waiting.subject)
            let text = wantsText ? panel[value.control].text(of: value.reading) : nil
            newest.write(writer.event(value, in: changes, text: text), stamp)
        case .pending(let control, let reading?, let source, _):
            waiting = WaitingValue(WaitingValue.Subject(control, isPending: true))
            newest = self.newest(waiting.subject)
            let text = wantsText ? panel[control].text(of: reading) : nil
            newest.write(
                pending: writer.value(reading, of: control, in: changes), of: writer.name(control),
                by: writer.source(source), text: text, stamp)
        default:
            let event = writer.event(change.event, in: changes)
            return batch.add(
                event.name, control: change.event.control, step: step, hasMore: change.hasMore,
                isKept: change.event.isKept
            ) { $0.event(event, stamp) }
        }
        batch.add(
            waiting.subject.isPending ? .pending : .value, control: waiting.subject.control, delta: waiting.delta,
            step: step, hasMore: change.hasMore, isValue: true, terse: newest.terse
        ) { newest.append(waiting, to: &$0) }
        if wantsText { batch.addText { newest.append(waiting, as: .text, to: &$0) } }
    }

    /// Sets the forms of values that clients want, besides the whole line.
    mutating func want(text: Bool, terse: Bool) {
        wantsText = text
        batch.wantsTerse = terse
    }

    mutating func publish(_ event: Event.Content, at time: Instant) {
        let stamp = nextStamp(time)
        batch.add(event.name) { $0.event(event, stamp) }
    }

    private mutating func nextStamp(_ time: Instant) -> EventStamp {
        seq += 1
        return EventStamp(seq: seq, time: time)
    }

    /// The line of the newest value or pending value of a subject.
    private mutating func newest(_ subject: WaitingValue.Subject) -> ValueLine {
        guard subject.isPending else { return valueLines[subject.control] }
        if let line = pendingLines[subject.control] { return line }
        let line = ValueLine()
        pendingLines[subject.control] = line
        return line
    }

    /// Appends the line of a waiting value.
    mutating func append(_ waiting: WaitingValue, as form: ValueForm, to line: inout LineBuffer) {
        newest(waiting.subject).append(waiting, as: form, to: &line)
    }

    // MARK: Another panel

    /// Applies the names and the controls of another panel. Returns the new index of each former control; `nil` for a
    /// control that was removed.
    mutating func reconfigure(_ names: NameTable, _ panel: PanelSettings) -> [Int?] {
        writer = EventWriter(names)
        let before = controls
        controls = panel.controls.map(ControlIdentity.init)
        let placeOf = Dictionary(zip(controls, controls.indices), uniquingKeysWith: { first, _ in first })
        return before.map { placeOf[$0] }
    }

    /// Moves the newest lines to the new indices. Call this function after `reconfigure`, when all waiting values have
    /// been renumbered.
    mutating func moveLines(to places: [Int?]) {
        var lines = controls.map { _ in ValueLine() }
        for (line, place) in zip(valueLines, places) { if let place { lines[place] = line } }
        valueLines = lines
        var newest: [Int: ValueLine] = [:]
        for (control, line) in pendingLines { if let place = places[control] { newest[place] = line } }
        pendingLines = newest
    }

    mutating func rename(_ names: NameTable) { writer = EventWriter(names) }
}

/// The identity of a control across reloads: a control with the same name and kind is the same control, even at another
/// index.
struct ControlIdentity: Hashable {
    let name: String
    let kind: ControlKind

    init(_ settings: ControlSettings) {
        name = settings.name
        kind = settings.kind
    }
}
