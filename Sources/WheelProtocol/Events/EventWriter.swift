import WheelModel

/// Writes what happened as lines, straight into a kept buffer: in the steady state this allocates nothing.
public struct EventWriter: Sendable {
    let names: NameTable

    public init(_ names: NameTable) {
        self.names = names
    }

    /// The line of a change. `changes` is the list that it came in, which holds the positions of selections.
    ///
    /// A value's line is complete here; where it is to be merged, or told with its text, `ValueLine` writes it.
    public func write(_ change: Change, seq: Int, in changes: Moment, to line: inout LineBuffer) {
        let stamp = EventStamp(seq: seq, time: change.time)
        switch change.event {
        case .value(let value):
            head(of: value, in: changes, stamp, to: &line)
            let pending = PendingValue(control: value.control, delta: value.delta)
            line.delta(of: pending)
            line.endValue(pending)
        case .commit(let control, let reading, let source):
            commit(control: control, reading, in: changes, source, stamp, to: &line)
        case .speed(let control, let speed): self.speed(control: control, speed: speed, stamp, to: &line)
        case .limit(let control, let edge, _): limit(control: control, edge, stamp, to: &line)
        case .press(let input, let button, let gesture):
            press(input: input, button: button, gesture, stamp, to: &line)
        case .focus(let input, let control): focus(input: input, control: control, stamp, to: &line)
        case .page(let page): self.page(page, stamp, to: &line)
        case .lock(let isLocked): lock(isLocked, stamp, to: &line)
        case .ramp(let control, let state, let fraction):
            ramp(control: control, RampProgress(state: state, fraction: fraction), stamp, to: &line)
        }
    }

    /// A value's line but for its end, which differs from client to client.
    func head(of value: ValueChange, in changes: Moment, _ stamp: EventStamp, to line: inout LineBuffer) {
        let control = names.controls[value.control]
        line.beginEvent("value", stamp)
        line.key("control")
        line.text(control.name)
        members(of: value.reading, control, in: changes, to: &line)
        line.key("speed")
        line.text(control.speeds[value.speed])
        source(value.source, to: &line)
        line.key("editing")
        line.bool(value.isEditing)
        if let rotations = value.rotations {
            line.key("rotations")
            line.integer(rotations)
        }
    }

    func commit(
        control: Int, _ reading: Reading, in changes: Moment, _ source: Source, _ stamp: EventStamp,
        to line: inout LineBuffer
    ) {
        line.beginEvent("commit", stamp)
        line.key("control")
        line.text(names.controls[control].name)
        members(of: reading, names.controls[control], in: changes, to: &line)
        self.source(source, to: &line)
        line.endLine()
    }

    func speed(control: Int, speed: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("speed", stamp)
        line.key("control")
        line.text(names.controls[control].name)
        line.key("speed")
        line.text(names.controls[control].speeds[speed])
        line.endLine()
    }

    func limit(control: Int, _ edge: RangeEnd, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("limit", stamp)
        line.key("control")
        line.text(names.controls[control].name)
        line.key("edge")
        line.string(edge.rawValue)
        line.endLine()
    }

    func press(
        input: Int, button: Int, _ gesture: ButtonGesture, _ stamp: EventStamp, to line: inout LineBuffer
    ) {
        let buttons = names.inputs[input].buttons
        line.beginEvent("press", stamp)
        line.key("input")
        line.text(names.inputs[input].name)
        if buttons.count > 1, let name = buttons[button] {
            line.key("button")
            line.text(name)
        }
        line.key("gesture")
        line.string(gesture.rawValue)
        line.endLine()
    }

    func focus(input: Int, control: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("focus", stamp)
        line.key("input")
        line.text(names.inputs[input].name)
        line.key("control")
        line.text(names.controls[control].name)
        line.endLine()
    }

    func page(_ page: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("page", stamp)
        line.key("page")
        line.text(names.pages[page])
        line.endLine()
    }

    func lock(_ isLocked: Bool, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("lock", stamp)
        line.key("locked")
        line.bool(isLocked)
        line.endLine()
    }

    func ramp(control: Int, _ progress: RampProgress, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("ramp", stamp)
        line.key("control")
        line.text(names.controls[control].name)
        line.members(of: progress)
        line.endLine()
    }
}

/// What several lines have in common.
extension EventWriter {
    private func members(
        of reading: Reading, _ control: NameTable.Control, in changes: Moment, to line: inout LineBuffer
    ) {
        line.key("value")
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
            line.key("cursor")
            line.text(control.positions[cursor])
        }
    }

    private func source(_ source: Source, to line: inout LineBuffer) {
        switch source {
        case .input(let input):
            line.append(",\"source\":\"input\",\"input\":")
            line.text(names.inputs[input].name)
        case .client(let client):
            line.append(",\"source\":\"client\",\"client\":")
            line.integer(client)
        case .ramp: line.append(",\"source\":\"ramp\"")
        case .restore: line.append(",\"source\":\"restore\"")
        }
    }
}
