import WheelCore

/// Presets: the values of several controls, set or stored in one step.
extension Instrument {
    /// The values that a recall of the preset sets: those that were stored last, else those of the settings.
    public func values(ofPreset preset: Int) -> [Assignment] {
        storedPresets[preset] ?? settings.presets[preset].values
    }

    /// The values that were stored in the preset of this name; `nil` if there are none.
    public func storedValues(ofPreset name: String) -> [Assignment]? {
        (try? directory.preset(name)).flatMap { storedPresets[$0] }
    }

    /// Sets all controls of the preset or none of them. Ramps on them end. Returns `nil` if hands may not move one of them.
    ///
    /// A control that has the preset's value already, and no ramp, is left alone: nothing of it is published, and its
    /// interaction stays open.
    mutating func recall(
        _ preset: Int, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        // What is due before this request may still change a value.
        var moving: [Assignment] = []
        var standing: [Int] = []
        for assignment in values(ofPreset: preset) {
            let control = try directory.control(assignment.control)
            let value = try directory.value(assignment.value, of: control)
            try checkFit(value, of: control)
            if case .input = asker, controls[control].confirms { throw .needsConfirmation(settings.controls[control]) }
            guard asker.mayMove(control, of: self) else { return nil }
            let stays = stands(control, at: value) && !controls[control].hasRamp && !controls[control].isPending
            if stays { standing.append(control) } else { moving.append(assignment) }
        }
        // A control that has the value already, but a ramp or a pending value, is set too: that ends them.
        guard try set(moving, SetManner(), setsEchoes: true, by: asker, &changes) != nil else {
            return nil
        }
        for control in standing { recordWrite(of: control, by: asker.source, at: changes.time) }
        changes.append(.preset(preset, .recalled))
        return .done
    }

    /// Replaces the preset's values by the present values of its controls. Returns `nil` if hands may not change anything.
    mutating func store(
        _ preset: Int, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        guard settings.presets[preset].isWritable else { throw .readOnlyPreset(settings.presets[preset].name) }
        guard asker.mayChange(self) else { return nil }
        var values = settings.presets[preset].values
        for index in values.indices {
            values[index].value = ControlValue(controls[try directory.control(values[index].control)])
        }
        storedPresets[preset] = values
        changes.append(.preset(preset, .stored))
        return .done
    }

    /// Whether setting a checked value would change nothing.
    func stands(_ index: Int, at value: GivenValue) -> Bool {
        let chosen: [Int]
        switch value {
        case .number(let number): return controls[index].stands(at: number)
        case .position(let position): chosen = [position]
        case .positions(let positions): chosen = positions
        }
        guard controls[index].kind == .selection else { return Int(controls[index].number) == chosen[0] }
        return controls[index].selected == PositionSet(capacity: controls[index].selected.capacity, chosen)
    }

    // MARK: Values that an earlier run or an earlier configuration has stored

    /// Replaces a preset's values by stored ones. A control that cannot hold its value any more gets the preset's own again; their
    /// names are returned. Throws if nothing of it fits.
    @discardableResult
    public mutating func restorePreset(_ name: String, _ values: [Assignment]) throws(PresetMisfit) -> [String] {
        guard let preset = try? directory.preset(name) else { throw .noSuchPreset }
        guard settings.presets[preset].isWritable else { throw .readOnly }
        let own = settings.presets[preset].values
        guard own.count == values.count, Set(own.map(\.control)) == Set(values.map(\.control)) else {
            throw .otherControls
        }
        let lost = values.filter { !fits($0) }.map(\.control)
        if let first = lost.first, lost.count == values.count { throw .value(control: first) }
        // Sets and dictionaries, since a preset may have thousands of controls.
        let names = Set(lost)
        let defaults = Dictionary(own.map { ($0.control, $0) }, uniquingKeysWith: { first, _ in first })
        storedPresets[preset] = values.map { names.contains($0.control) ? defaults[$0.control] ?? $0 : $0 }
        return lost
    }

    /// Keeps the stored presets of another panel. Returns the values that do not fit, each with the preset and the reason.
    mutating func keepPresets(of other: Instrument) -> [(preset: String, misfit: PresetMisfit)] {
        var misfits: [(preset: String, misfit: PresetMisfit)] = []
        for (preset, stored) in zip(other.settings.presets, other.storedPresets) {
            guard let stored else { continue }
            do throws(PresetMisfit) {
                misfits += try restorePreset(preset.name, stored).map { (preset.name, .value(control: $0)) }
            } catch {
                misfits.append((preset.name, error))
            }
        }
        return misfits
    }

    private func fits(_ assignment: Assignment) -> Bool {
        guard let control = try? directory.control(assignment.control),
            let value = try? directory.value(assignment.value, of: control), (try? check(value, for: control)) != nil
        else { return false }
        guard case .number(let number) = value else { return true }
        return controls[control].scale.difference(of: number) == (false, false)
    }
}

/// The reason for which the stored values of a preset do not fit the settings.
public enum PresetMisfit: Error, Equatable, Sendable {
    case noSuchPreset
    case readOnly
    case otherControls
    case value(control: String)

    /// The reason as the end of a sentence.
    public var reason: String {
        switch self {
        case .noSuchPreset: "there is no such preset any more"
        case .readOnly: "it is not 'writable' any more"
        case .otherControls: "it names other controls now"
        case .value(let control): "\(control) cannot hold its value any more"
        }
    }
}
