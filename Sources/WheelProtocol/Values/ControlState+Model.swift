import WheelGeometry
import WheelModel
import WheelSettings

extension ControlState {
    /// How a control of the panel stands now.
    public init(_ control: Control, at time: Instant) {
        let settings = control.settings
        self.init(
            name: settings.name, label: settings.label, value: ControlValue(control), text: control.text,
            kind: Kind(control),
            initial: ControlValue(initialOf: control), speed: settings.speeds[control.speed].name,
            speeds: settings.speeds.map(\.name), isEditing: control.isEditing, movedByHands: settings.movedByHands,
            ramp: control.rampStatus(at: time).map { RampProgress($0) })
    }
}

extension ControlState.Kind {
    fileprivate init(_ control: Control) {
        switch control.settings.quantity {
        case .float(let number): self = .float(NumberState(number, of: control))
        case .int(let number): self = .int(NumberState(number, of: control))
        case .choice(let choice): self = .choice(choice.positions)
        case .selection(let selection):
            self = .selection(selection.positions, cursor: control.cursor, maxSelected: selection.maxSelected)
        }
    }
}

extension NumberState {
    fileprivate init(_ settings: NumberSettings, of control: Control) {
        self.init(
            range: settings.range, step: control.step, taper: settings.taper, unit: settings.unit,
            decimals: settings.decimals, rotations: control.rotations)
    }
}

extension RampProgress {
    public init(_ status: RampStatus) {
        self.init(state: status.state, fraction: status.fraction)
    }
}

extension ValueAnswer {
    /// The value that a control of the panel now has.
    public init(_ control: Control, outcome: SetOutcome = SetOutcome()) {
        self.init(
            control: control.settings.name, value: ControlValue(control), cursor: control.cursor, outcome: outcome)
    }
}

extension ControlValue {
    /// What a control of the panel stands at.
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

    fileprivate init(initialOf control: Control) {
        switch control.settings.quantity {
        case .float, .int: self = .number(control.home)
        case .choice(let choice): self = .position(choice.positions[choice.initial.first ?? 0].name)
        case .selection(let selection): self = .positions(selection.initial.map { selection.positions[$0].name })
        }
    }
}

extension Control {
    /// The name of the position under a selection's cursor.
    var cursor: String? {
        guard case .selection(let selection) = settings.quantity else { return nil }
        return selection.positions[Int(number)].name
    }
}
