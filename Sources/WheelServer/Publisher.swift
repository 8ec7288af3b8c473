import WheelCore
import WheelModel
import WheelWire

/// Numbers events and writes the line of each, once for all clients.
///
/// For example: a knob moves `gain` by two detents in an iteration. Both lines are written into the batch, which every client that
/// keeps up is sent as it is. A client that does not keep up has a note instead: `gain` waits, it has moved so far since the last
/// value that was sent, and one value was skipped. When the client reads again, it is sent the newest line of `gain`, with these
/// numbers at its end. That line is kept for each control beside the batch (`ValueLine`).
///
/// Controls are known by their indices. With another panel a control of the same name and kind keeps its newest line, so that a
/// value that waits for a client is still sent, with the names that it was published with.
struct Publisher: ~Copyable {
    var batch = Batch()
    /// The last event's number.
    private(set) var seq = 0
    private(set) var controls: [ControlIdentity]
    /// The number of the first event of a step that is being published.
    private var step: Int?
    private var writer: EventWriter
    private var valueLines: [ValueLine]
    /// Of each control that has had a pending value.
    private var pendingLines: [Int: ValueLine] = [:]

    init(_ names: NameTable, _ panel: PanelSettings) {
        writer = EventWriter(names)
        controls = panel.controls.map(ControlIdentity.init)
        valueLines = panel.controls.map { _ in ValueLine() }
    }

    /// Publishes one of the panel's changes. They must be given in their order, and steps as a whole.
    mutating func publish(_ change: Change, in changes: Changes, of panel: Instrument, withText wantsText: Bool) {
        let stamp = nextStamp(change.time)
        // A step of several events is named by the number of the first one.
        if change.hasMore, step == nil { step = stamp.seq }
        defer { if !change.hasMore { step = nil } }
        let waiting: WaitingValue
        let newest: ValueLine
        switch change.event {
        case .value(let value):
            waiting = WaitingValue(WaitingValue.Subject(value.control), delta: value.delta)
            newest = self.newest(waiting.subject)
            let text = wantsText ? panel.controls[value.control].text(of: value.reading) : nil
            newest.write(writer.event(value, in: changes, text: text), stamp)
        case .pending(let control, let reading?, let source, _):
            waiting = WaitingValue(WaitingValue.Subject(control, isPending: true))
            newest = self.newest(waiting.subject)
            let text = wantsText ? panel.controls[control].text(of: reading) : nil
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
            step: step, hasMore: change.hasMore, isValue: true
        ) { newest.append(waiting, to: &$0) }
        if wantsText { batch.addText { newest.append(waiting, withText: true, to: &$0) } }
    }

    mutating func publish(_ event: Event.Content, at time: Instant) {
        let stamp = nextStamp(time)
        batch.add(event.name) { $0.event(event, stamp) }
    }

    private mutating func nextStamp(_ time: Instant) -> EventStamp {
        seq += 1
        return EventStamp(seq: seq, time: time)
    }

    /// The line of the newest value, or of the newest pending value.
    private mutating func newest(_ subject: WaitingValue.Subject) -> ValueLine {
        guard subject.isPending else { return valueLines[subject.control] }
        if let line = pendingLines[subject.control] { return line }
        let line = ValueLine()
        pendingLines[subject.control] = line
        return line
    }

    /// Appends the line of a value that waits.
    mutating func append(_ waiting: WaitingValue, withText: Bool, to line: inout LineBuffer) {
        newest(waiting.subject).append(waiting, withText: withText, to: &line)
    }

    // MARK: Another panel

    /// Returns for each former control its new index; `nil` for one that was removed.
    mutating func reconfigure(_ names: NameTable, _ panel: PanelSettings) -> [Int?] {
        writer = EventWriter(names)
        let before = controls
        controls = panel.controls.map(ControlIdentity.init)
        let placeOf = Dictionary(zip(controls, controls.indices), uniquingKeysWith: { first, _ in first })
        return before.map { placeOf[$0] }
    }

    /// Moves the newest lines to the new places, after `reconfigure` and after all that waits was renumbered.
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

/// A control that has the same name and kind after a reload is the same control, even at another index.
struct ControlIdentity: Hashable {
    let name: String
    let kind: ControlKind

    init(_ settings: ControlSettings) {
        name = settings.name
        kind = settings.kind
    }
}
