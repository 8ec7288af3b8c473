import WheelModel
import WheelProtocol

extension Command {
    static let list = Command(
        name: "list", summary: "controls with value, range and speed; inputs with their state",
        options: [
            Option(name: "--names", summary: "only the controls' names, one on each line"),
            Option(name: "--inputs", summary: "only the inputs' names, one on each line"),
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
        controls.lines.forEach { Output.line($0) }
        guard !listing.inputs.isEmpty else { return }
        Output.line("")
        var inputs = TextTable(["INPUT", "TYPE", "STATE", "TURNS"])
        for input in listing.inputs {
            inputs.add([input.name, input.type, input.state.rawValue, input.focus ?? "-"])
        }
        inputs.lines.forEach { Output.line($0) }
    }
}

extension ControlState {
    fileprivate var possibleValues: String {
        if let range { return range.words }
        let positions = positions ?? []
        return kind == .selection ? "\(positions.count) positions" : positions.map(\.name).joined(separator: ", ")
    }
}
