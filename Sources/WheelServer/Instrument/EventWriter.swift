import WheelCore
import WheelModel
import WheelWire

/// Converts the instrument's changes to events, with names instead of indices, and writes their lines.
///
/// Making an event allocates nothing: the names of a selection's positions are in an array that is reused. An event
/// shares this array, so the event must be released before the next one is made: otherwise the array would be copied.
public final class EventWriter {
    private let names: NameTable
    private var chosen: [String] = []

    public init(_ names: NameTable) {
        self.names = names
        chosen.reserveCapacity(names.controls.map(\.positions.count).max() ?? 0)
    }

    /// Writes the line of a change. `changes` is the list that contains the change and holds the positions of
    /// selections.
    ///
    /// The server writes values and pending values with `ValueLine` instead. The line has no `more`, which
    /// `LineBuffer.addMore` adds for the clients that get a further event of the step.
    public func write(_ change: Change, seq: Int, in changes: Changes, to line: inout LineBuffer) {
        line.event(event(change.event, in: changes), EventStamp(seq: seq, time: change.time))
    }

    func event(_ change: Change.Event, in changes: Changes) -> Event.Content {
        switch change {
        case .value(let value): .value(event(value, in: changes))
        case .commit(let control, let reading, let source):
            .commit(
                control: name(control), value(reading, of: control, in: changes), cursor: cursor(reading, of: control),
                self.source(source))
        case .pending(let control, let reading, let source, _):
            .pending(
                control: name(control), reading.map { value($0, of: control, in: changes) }, self.source(source),
                text: nil)
        case .speed(let control, let speed):
            .speed(control: name(control), speed: names.controls[control].speeds[speed])
        case .limit(let control, let edge, _): .limit(control: name(control), edge)
        case .press(let input, let button, let gesture, let isInitial):
            .press(
                input: names.inputs[input].name, button: names.inputs[input].button(button), gesture,
                isInitial: isInitial)
        case .focus(let input, let control): .focus(input: names.inputs[input].name, control: name(control))
        case .page(let page): .page(names.pages[page])
        case .lock(let isLocked, let control): .lock(isLocked, control: control.map(name))
        case .ramp(let control, let state, let fraction):
            .ramp(control: name(control), RampProgress(state: state, fraction: fraction))
        case .preset(let preset, let use): .preset(names.presets[preset], use)
        }
    }

    package func event(_ change: ValueChange, in changes: Changes, text: String? = nil) -> ValueEvent {
        ValueEvent(
            control: name(change.control), value: value(change.reading, of: change.control, in: changes),
            cursor: cursor(change.reading, of: change.control),
            speed: names.controls[change.control].speeds[change.speed], source: source(change.source),
            delta: change.delta, isEditing: change.isEditing, rotations: change.rotations, text: text)
    }

    func name(_ control: Int) -> String { names.controls[control].name }

    func value(_ reading: Reading, of control: Int, in changes: Changes) -> ControlValue {
        switch reading {
        case .number(let number): return .number(number)
        case .integer(let integer): return .number(Double(integer))
        case .position(let position): return .position(names.controls[control].positions[position])
        case .selection(let positions, _):
            chosen.removeAll(keepingCapacity: true)
            changes.forEachPosition(in: positions) { chosen.append(names.controls[control].positions[$0]) }
            return .positions(chosen)
        }
    }

    private func cursor(_ reading: Reading, of control: Int) -> String? {
        guard case .selection(_, let cursor) = reading else { return nil }
        return names.controls[control].positions[cursor]
    }

    func source(_ source: Source) -> EventSource {
        switch source {
        case .input(let input):
            if let client = names.inputs[input].client {
                .view(names.inputs[input].name, client: client)
            } else {
                .input(names.inputs[input].name)
            }
        case .client(let client): .client(client)
        case .ramp: .ramp
        case .restore: .restore
        }
    }
}
