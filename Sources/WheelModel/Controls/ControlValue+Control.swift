import WheelCore

extension ControlValue {
    /// The value of one of the panel's controls.
    public init(_ control: Control) {
        switch control.settings.quantity {
        case .float, .int: self = .number(control.number)
        case .choice(let choice): self = .position(choice.positions[Int(control.number)].name)
        case .selection(let selection):
            var names: [String] = []
            control.selected.forEach { names.append(selection.positions[$0].name) }
            self = .positions(names)
        }
    }
}
