import WheelWire

extension RigControl {
    private static let frequencyNames = ["vfo", "frequency", "freq", "tuning", "tune", "dial"]
    private static let passbandNames = ["passband", "bandwidth", "filter"]
    private static let levelNames = [
        ("AF", ["af", "volume"]), ("SQL", ["squelch", "sql"]), ("RF", ["rf", "rf_gain", "rf-gain"]),
    ]

    /// The mapping without tables `[[rig.control]]`: by the controls' names, units and positions.
    package static func usual(_ states: [ControlState]) -> [RigControl] {
        let numbers = states.filter { $0.kind == .float || $0.kind == .int }
        var controls: [RigControl] = []
        func add(_ state: ControlState?, _ quantity: RigQuantity) {
            guard let state, !controls.contains(where: { $0.control == state.name }) else { return }
            controls.append(RigControl(control: state.name, quantity: quantity))
        }
        func isNamed(_ state: ControlState, _ names: [String]) -> Bool { names.contains(state.name) }
        func isInHertz(_ state: ControlState) -> Bool { state.unit.flatMap(RigScale.frequencyFactor) != nil }

        let passband = numbers.first { isNamed($0, passbandNames) && isInHertz($0) }
        let named = numbers.first { isNamed($0, frequencyNames) && ($0.unit?.isEmpty ?? true || isInHertz($0)) }
        add(named ?? numbers.first { isInHertz($0) && $0.name != passband?.name }, .frequency)
        add(
            states.first { hasModes($0, all: true) } ?? states.first { $0.name == "mode" && hasModes($0, all: false) },
            .mode)
        add(passband, .passband)
        for (level, names) in levelNames { add(numbers.first { isNamed($0, names) && fits($0, level) }, .level(level)) }
        return controls
    }

    /// The controls that have the name of a level, but a range that does not fit the level. Each control is returned
    /// with its level. For example, a volume from 0 to 127 would almost always be full volume at the rig, where the
    /// level ends at 1.
    static func unfit(_ states: [ControlState]) -> [(name: String, level: String)] {
        let numbers = states.filter { $0.kind == .float || $0.kind == .int }
        return levelNames.compactMap { level, names in
            let named = numbers.filter { names.contains($0.name) }
            guard let first = named.first, !named.contains(where: { fits($0, level) }) else { return nil }
            return (first.name, level)
        }
    }

    /// Whether the values of a control, with percents divided by 100, lie between 0 and 1, like the values of a level.
    /// A squelch in dB also fits, because gqrx has one.
    private static func fits(_ state: ControlState, _ level: String) -> Bool {
        if level == "SQL", state.unit?.lowercased().hasPrefix("db") ?? false { return true }
        let factor = RigScale.usualFactor(.level(level), unit: state.unit)
        return state.range.map { $0.lower >= 0 && $0.upper * factor <= 1 } ?? false
    }

    /// Whether all positions of a choice are named like modes, or, if `all` is false, at least one of them.
    private static func hasModes(_ state: ControlState, all: Bool) -> Bool {
        guard state.kind == .choice, let positions = state.positions, !positions.isEmpty else { return false }
        let count = positions.filter { RigModes.word(named: $0.name) != nil }.count
        return all ? count == positions.count : count > 0
    }
}
