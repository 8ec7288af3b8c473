import WheelCore
import WheelModel
import WheelWire

extension ControlState {
    public init(_ control: Control, pending: Control? = nil, at time: Instant) {
        self.init()
        let settings = control.settings
        name = settings.name
        label = settings.label
        kind = settings.kind
        value = ControlValue(control)
        cursor = control.cursor
        text = control.text
        switch settings.quantity {
        case .float(let number), .int(let number):
            range = number.range
            step = control.step
            rotations = control.rotations
            wraps = rotations != nil
            taper = number.taper
            unit = number.unit
            decimals = number.decimals
        case .choice(let choice): positions = choice.positions
        case .selection(let selection):
            positions = selection.positions
            maxSelected = selection.maxSelected
        }
        initial = ControlValue(initialOf: control)
        speed = settings.speeds[control.speed].name
        speeds = settings.speeds.map(\.name)
        let labels = settings.speeds.compactMap { speed in
            speed.label.map { SpeedLabel(name: speed.name, label: $0) }
        }
        speedLabels = labels.isEmpty ? nil : labels
        isEditing = control.isEditing
        movedByHands = settings.movedByHands
        owner = settings.owner
        isLocked = control.isLocked
        confirms = settings.confirmTimeout != nil
        self.pending = pending.map { ControlValue($0) }
        ramp = control.rampStatus(at: time).map { RampProgress($0) }
    }
}

extension Instrument {
    public func state(of control: Int, at time: Instant) -> ControlState {
        ControlState(controls[control], pending: controls[control].pending, at: time)
    }
}

extension RampProgress {
    public init(_ status: RampStatus) {
        self.init(state: status.state, fraction: status.fraction)
    }
}

extension ValueAnswer {
    public init(_ control: Control, outcome: SetOutcome = SetOutcome()) {
        self.init(
            control: control.settings.name, value: ControlValue(control), cursor: control.cursor, outcome: outcome)
    }
}

extension ControlValue {
    fileprivate init(initialOf control: Control) {
        switch control.settings.quantity {
        case .float, .int: self = .number(control.home)
        case .choice(let choice): self = .position(choice.positions[choice.initial.first ?? 0].name)
        case .selection(let selection): self = .positions(selection.initial.map { selection.positions[$0].name })
        }
    }
}

extension PresetState {
    public init(_ preset: Int, of panel: Instrument) {
        let settings = panel.settings.presets[preset]
        self.init(
            name: settings.name, label: settings.label, isWritable: settings.isWritable,
            values: panel.values(ofPreset: preset))
    }
}

extension SavedControl {
    public init(_ control: Control) {
        self.init(
            name: control.settings.name, value: ControlValue(control),
            speed: control.settings.speeds[control.speed].name, cursor: control.cursor, rotations: control.rotations)
    }
}
