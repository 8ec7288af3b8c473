import WheelCore

/// Recalls and stores presets. A preset has the values of several controls, which are set or stored in one step.
///
/// For example, the preset `night` has volume 10 and lamp off. `recall` checks both values and sets both controls, or
/// neither. A volume that is already 10 is not set, so that the hold of a finger continues. But if the volume has a
/// ramp, the volume is set, which ends the ramp. `store` replaces the values of a `writable` preset by the present
/// values of the same controls.
///
/// Stored values outlive the configuration in which they were stored: after a reload or a restart `restorePreset` keeps
/// the values that still fit.
extension Instrument {
    /// The values that `recall` sets: the stored values, or else the values in the settings.
    public func values(ofPreset preset: Int) -> [Assignment] {
        storedPresets[preset] ?? settings.presets[preset].values
    }

    /// The stored values of a preset; `nil` if none were stored.
    public func storedValues(ofPreset name: String) -> [Assignment]? {
        (try? directory.preset(name)).flatMap { storedPresets[$0] }
    }

    /// Sets the values of a preset. Returns `nil` if the asker may not move one of the preset's controls.
    mutating func recall(
        _ preset: Int, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        var moving: [Assignment] = []
        var standing: [Int] = []
        for assignment in values(ofPreset: preset) {
            let control = try directory.control(assignment.control)
            let value = try directory.value(assignment.value, of: control)
            try checkFit(value, of: control)
            if case .input = asker, controls[control].confirms { throw .needsConfirmation(settings.controls[control]) }
            guard asker.mayMove(control, of: self) else { return nil }
            let stays = has(value, in: control) && !controls[control].hasRamp && !controls[control].isPending
            if stays { standing.append(control) } else { moving.append(assignment) }
        }
        guard try set(moving, SetManner(), setsEchoes: true, by: asker, &changes) != nil else {
            return nil
        }
        for control in standing { recordWrite(of: control, by: asker.source, at: changes.time) }
        changes.append(.preset(preset, .recalled))
        return .done
    }

    /// Stores the present values in a preset. Returns `nil` if the asker may not change anything now.
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
    func has(_ value: GivenValue, in index: Int) -> Bool {
        let chosen: [Int]
        switch value {
        case .number(let number): return controls[index].has(number)
        case .position(let position): chosen = [position]
        case .positions(let positions): chosen = positions
        }
        guard controls[index].kind == .selection else { return Int(controls[index].number) == chosen[0] }
        return controls[index].selected == PositionSet(capacity: controls[index].selected.capacity, chosen)
    }

    // MARK: Values from an earlier run or configuration

    /// Replaces a preset's values by stored values. A control whose stored value no longer fits gets the value in the
    /// settings. Returns the names of these controls. Throws an error if no value fits.
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
        // A set and a dictionary are used, since a preset may have thousands of controls.
        let names = Set(lost)
        let defaults = Dictionary(own.map { ($0.control, $0) }, uniquingKeysWith: { first, _ in first })
        storedPresets[preset] = values.map { names.contains($0.control) ? defaults[$0.control] ?? $0 : $0 }
        return lost
    }

    /// Takes over the stored presets of another instrument. Returns the values that do not fit.
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

/// Why stored values do not fit a preset.
public enum PresetMisfit: Error, Equatable, Sendable {
    case noSuchPreset
    case readOnly
    case otherControls
    case value(control: String)

    /// The reason, worded as the end of a sentence.
    public var reason: String {
        switch self {
        case .noSuchPreset: "the preset no longer exists"
        case .readOnly: "it is no longer 'writable'"
        case .otherControls: "it now names other controls"
        case .value(let control): "\(control) can no longer hold its value"
        }
    }
}
