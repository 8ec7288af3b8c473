import WheelModel

/// Writes events as lines into a buffer that is kept. Nothing is allocated once the buffer has grown.
public struct EventWriter: Sendable {
    typealias M = EventMember

    let names: NameTable

    public init(_ names: NameTable) {
        self.names = names
    }

    /// Writes the line of a change. `changes` is the list that the change is in: it holds the positions of selections.
    ///
    /// `ValueLine` writes values that are merged or have a `text`. `LineBuffer.addMore` adds `more`, which not every client gets.
    public func write(_ change: Change, seq: Int, in changes: Changes, to line: inout LineBuffer) {
        line.beginEvent(change.event.name, EventStamp(seq: seq, time: change.time))
        switch change.event {
        case .value(let value):
            members(of: value, in: changes, to: &line)
            line.member(M.delta, value.delta)
        case .commit(let control, let reading, let source):
            members(of: reading, names.controls[control], in: changes, to: &line)
            members(of: source, to: &line)
        case .pending(let control, let reading, let source, _):
            members(ofPending: reading, of: control, by: source, in: changes, to: &line)
        case .speed(let control, let speed):
            line.member(M.control, names.controls[control].name)
            line.member(M.speed, names.controls[control].speeds[speed])
        case .limit(let control, let edge, _):
            line.member(M.control, names.controls[control].name)
            line.member(M.edge, edge)
        case .press(let input, let button, let gesture, let isInitial):
            let buttons = names.inputs[input].buttons
            line.member(M.input, names.inputs[input].name)
            if buttons.count > 1, let name = buttons[button] { line.member(M.button, name) }
            line.member(M.gesture, gesture)
            if isInitial { line.member(M.initial, true) }
        case .focus(let input, let control):
            line.member(M.input, names.inputs[input].name)
            line.member(M.focus, names.controls[control].name)
        case .page(let page): line.member(M.page, names.pages[page])
        case .lock(let isLocked, let control):
            if let control { line.member(M.lockedControl, names.controls[control].name) }
            line.member(M.locked, isLocked)
        case .ramp(let control, let state, let fraction):
            line.member(M.control, names.controls[control].name)
            line.member(RampProgress.state, state)
            line.member(RampProgress.fraction, fraction)
        case .preset(let preset, let use):
            line.member(M.preset, names.presets[preset])
            line.member(M.presetUse, use)
        }
        line.endLine()
    }

    /// Writes a value's line up to `delta`, which differs from client to client.
    func head(of value: ValueChange, in changes: Changes, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent(.value, stamp)
        members(of: value, in: changes, to: &line)
    }

    /// Writes a pending value's line up to `text`, which not every client gets.
    func head(
        ofPending reading: Reading?, of control: Int, by source: Source, in changes: Changes, _ stamp: EventStamp,
        to line: inout LineBuffer
    ) {
        line.beginEvent(.pending, stamp)
        members(ofPending: reading, of: control, by: source, in: changes, to: &line)
    }

    private func members(
        ofPending reading: Reading?, of control: Int, by source: Source, in changes: Changes, to line: inout LineBuffer
    ) {
        if let reading {
            members(of: reading, names.controls[control], in: changes, to: &line)
        } else {
            line.member(M.control, names.controls[control].name)
            line.member(M.pendingValue, nil)
        }
        members(of: source, to: &line)
    }

    private func members(of value: ValueChange, in changes: Changes, to line: inout LineBuffer) {
        let control = names.controls[value.control]
        members(of: value.reading, control, in: changes, to: &line)
        line.member(M.speed, control.speeds[value.speed])
        members(of: value.source, to: &line)
        line.member(M.editing, value.isEditing)
        if let rotations = value.rotations { line.member(M.rotations, rotations) }
    }

    private func members(
        of reading: Reading, _ control: NameTable.Control, in changes: Changes, to line: inout LineBuffer
    ) {
        line.member(M.control, control.name)
        line.key(M.value.name)
        switch reading {
        case .number(let number): line.number(number)
        case .integer(let integer): line.integer(integer)
        case .position(let position): line.text(control.positions[position])
        case .selection(let positions, let cursor):
            line.beginArray()
            changes.forEachPosition(in: positions) { position in
                line.separate()
                line.text(control.positions[position])
            }
            line.endArray()
            line.member(M.cursor, control.positions[cursor])
        }
    }

    private func members(of source: Source, to line: inout LineBuffer) {
        switch source {
        case .input(let input):
            line.member(M.source, .input)
            line.member(M.sourceInput, names.inputs[input].name)
        case .client(let client):
            line.member(M.source, .client)
            line.member(M.sourceClient, client)
        case .ramp: line.member(M.source, .ramp)
        case .restore: line.member(M.source, .restore)
        }
    }
}

extension Change.Event {
    /// The name of the event that tells clients of this change.
    public var name: EventName {
        switch self {
        case .value: .value
        case .commit: .commit
        case .pending: .pending
        case .speed: .speed
        case .limit: .limit
        case .press: .press
        case .focus: .focus
        case .page: .page
        case .lock: .lock
        case .ramp: .ramp
        case .preset: .preset
        }
    }
}
