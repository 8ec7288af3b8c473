import WheelModel
import WheelProtocol

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
        var controls = TextTable(["CONTROL", "VALUE", "TEXT", "RANGE", "SPEED"])
        for control in listing.controls {
            controls.add([control.name, control.value.json, control.text, control.possibleValues, control.speed])
        }
        controls.print()
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
    /// The range of a number, or the positions.
    fileprivate var possibleValues: String {
        if let range { return range.words }
        let positions = positions ?? []
        return kind == .selection ? "\(positions.count) positions" : positions.map(\.name).joined(separator: ", ")
    }
}
