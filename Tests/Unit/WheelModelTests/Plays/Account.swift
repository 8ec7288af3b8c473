import TestSupport
import WheelModel
import WheelTouch

struct Account {
    let names: [String]
    let inputs: [String]
    let panel: Panel

    func text(of changes: Changes) -> [String] {
        var lines: [String] = []
        /// How many values of a ramp directly follow a value of the same control. Only the last of them is written.
        var run = (control: -1, count: 0)
        for change in changes.list {
            if case .value(let value) = change.event, value.control == run.control, value.source == .ramp {
                run.count += 1
                if run.count > 1 { lines.removeLast() }
                lines.append("… \(names[value.control]) \(text(of: value.reading, of: value.control, in: changes))")
                continue
            }
            run = (-1, 0)
            if case .value(let value) = change.event { run = (value.control, 0) }
            lines.append(text(of: change.event, in: changes))
        }
        return lines
    }

    /// The words of all changes, with ` & ` between the changes of a step.
    func steps(of changes: Changes) -> [String] {
        var steps: [String] = []
        var isInStep = false
        for change in changes.list {
            let text = text(of: change.event, in: changes)
            if isInStep { steps[steps.count - 1] += " & " + text } else { steps.append(text) }
            isInStep = change.hasMore
        }
        return isInStep ? steps + ["a step without its end"] : steps
    }

    private func text(of event: Change.Event, in changes: Changes) -> String {
        switch event {
        case .value(let value):
            let control = panel.controls[value.control]
            let acting = value.speed == control.speed ? "" : " at \(control.settings.speeds[value.speed].name)"
            return "\(names[value.control]) \(text(of: value.reading, of: value.control, in: changes))\(acting)"
        case .commit(let control, let reading, let source):
            return "\(names[control]) commits \(text(of: reading, of: control, in: changes)) by \(name(of: source))"
        case .pending(let control, let reading?, let source, _):
            return "\(names[control]) pending \(text(of: reading, of: control, in: changes)) by \(name(of: source))"
        case .pending(let control, nil, let source, _):
            return "\(names[control]) pending nothing by \(name(of: source))"
        case .speed(let control, let speed):
            return "\(names[control]) \(panel.controls[control].settings.speeds[speed].name)"
        case .limit(let control, let end, _): return "\(names[control]) at its \(end.rawValue) end"
        case .press(let input, let button, let gesture, let isInitial):
            let name = panel.buttonNames(of: input)[button]
            let start = isInitial ? " at the start" : ""
            return "\(inputs[input])\(name.isEmpty ? "" : " " + name) \(gesture.rawValue)\(start)"
        case .focus(let input, let control): return "\(inputs[input]) on \(names[control])"
        case .page(let page): return "page \(panel.settings.pages[page].name)"
        case .lock(let locked, let control):
            return (control.map { names[$0] + " " } ?? "") + (locked ? "locked" : "unlocked")
        case .preset(let preset, let use): return "preset \(panel.settings.presets[preset].name) \(use.rawValue)"
        case .ramp(let control, let state, let fraction):
            return "\(names[control]) ramp \(state.rawValue) at \(TestSupport.text(fraction))"
        }
    }

    private func text(of reading: Reading, of control: Int, in changes: Changes) -> String {
        switch reading {
        case .number(let number): return TestSupport.text(number)
        case .integer(let integer): return String(integer)
        case .position(let position): return Account.positions(of: panel.controls[control])[position]
        case .selection(let stored, let cursor):
            let positions = Account.positions(of: panel.controls[control])
            var chosen: [String] = []
            changes.forEachPosition(in: stored) { chosen.append(positions[$0]) }
            return "{\(chosen.joined(separator: " "))} at \(positions[cursor])"
        }
    }

    private func name(of source: Source) -> String {
        switch source {
        case .input(let input): inputs[input]
        case .client(let client): "client \(client)"
        case .ramp: "its ramp"
        case .restore: "restoring"
        }
    }

    static func positions(of control: Control) -> [String] {
        switch control.settings.quantity {
        case .float, .int: []
        case .choice(let settings), .selection(let settings): settings.positions.map(\.name)
        }
    }
}
