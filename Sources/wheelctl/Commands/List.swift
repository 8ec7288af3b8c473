import WheelModel
import WheelWire

extension Command {
    static let list = Command(
        name: "list", summary: "lists controls with value, range and speed, and inputs with their state",
        options: [
            Option("--names", "print only the names of the controls, one on each line"),
            Option("--inputs", "print only the names of the inputs, one on each line"),
        ]
    ) { invocation throws(Failure) in
        guard case .listing(let listing) = try invocation.ask(.list) else { return }
        if invocation.arguments.has("--names") {
            for control in listing.controls { Output.line(control.name) }
            return
        }
        if invocation.arguments.has("--inputs") {
            for input in listing.inputs { Output.line(input.name) }
            return
        }
        // Usually no control has a state. Then the column is left out.
        let states = listing.controls.map(\.states)
        let hasStates = states.contains { !$0.isEmpty }
        var controls = TextTable(["CONTROL", "VALUE", "TEXT", "RANGE", "SPEED"] + (hasStates ? ["STATE"] : []))
        for (control, state) in zip(listing.controls, states) {
            controls.add([control.name, control.value.json, control.text, control.possibleValues, control.speed, state])
        }
        controls.print()
        if listing.isLocked {
            Output.line("")
            Output.line("the panel is locked: hands change nothing")
        }
        guard !listing.inputs.isEmpty else { return }
        Output.line("")
        var inputs = TextTable(["INPUT", "TYPE", "STATE", "TURNS"])
        for input in listing.inputs {
            inputs.add([input.name, input.type, input.state.rawValue, input.focus ?? "-"])
        }
        inputs.print()
    }
}

extension ControlState {
    fileprivate var states: String {
        let words = [
            pending.map { "pending \($0.json)" }, isEditing ? "editing" : nil, isLocked ? "locked" : nil,
            ramp.map { "ramp \($0.state.rawValue)" },
        ]
        return words.compactMap { $0 }.joined(separator: ", ")
    }

    fileprivate var possibleValues: String {
        if let range { return range.words }
        let positions = positions ?? []
        return kind == .selection ? "\(positions.count) positions" : positions.map(\.name).joined(separator: ", ")
    }
}
