import LinuxSystem
import WheelCore
import WheelModel
import WheelTouch
import WheelWire

/// What stays of the controls that clients define: in the daemon when they are gone, and in the state file.
extension Daemon {
    /// Remembers the values, speeds and focus of defined controls that the settings no longer have.
    func remember(from old: Instrument, notIn settings: PanelSettings) {
        let gone = definitions.controlNames.subtracting(settings.controls.map(\.name))
        for control in old.controls where control.hasValue && gone.contains(control.settings.name) {
            remembered.add(SavedControl(control))
        }
        for (index, input) in old.settings.ownInputs.enumerated() {
            guard let focus = old.ownFocus(ofInput: index) else { continue }
            let name = old.settings.controls[focus].name
            if gone.contains(name) { remembered.focus[input.name] = name }
        }
    }

    /// After all has been remembered, the presets of definitions that are put aside, too.
    private func limitRemembered() {
        let forgotten = remembered.limit()
        for name in forgotten.presets.prefix(20) {
            Log.warning("preset \(name): stored values are dropped: too much waits with definitions put aside")
        }
        if forgotten.controls > 0 {
            Log.warning("state: the oldest \(forgotten.controls) of the controls not defined now are forgotten")
        }
    }

    /// Gives defined controls that were not there before what is remembered of them.
    func bringBack(_ definitions: [HeldDefinition], in next: inout Instrument, notIn before: Instrument?) {
        for name in definitions.controlNames.subtracting(before?.settings.controls.map(\.name) ?? []) {
            guard let saved = remembered.consume(name), let control = next.directory.place(ofControl: name),
                next.settings.controls[control].restores
            else { continue }
            next.restore(control, saved) { Log.debug("definition: control '\(name)': \($0)") }
        }
        bringBackFocus(in: &next)
    }

    /// An input whose focus was moved does not go back to a control that is defined again.
    func removeFocus(of input: Int) { remembered.focus[settings.panel.inputs[input].name] = nil }

    private func bringBackFocus(in next: inout Instrument) {
        for (index, input) in next.settings.inputs.enumerated() {
            guard let name = remembered.focus[input.name], let control = next.directory.place(ofControl: name) else {
                continue
            }
            remembered.focus[input.name] = nil
            next.restoreFocus(of: index, on: control)
        }
    }

    /// Stored values of a preset go with its definition, and wait while that is put aside. Tells of others that `next` has not
    /// taken over: the misfits.
    func keepPresets(
        of fitted: [HeldDefinition], from old: Instrument, in next: inout Instrument,
        _ misfits: [(preset: String, misfit: PresetMisfit)]
    ) {
        let before = remembered.presets
        remembered.presets = [:]
        for name in fitted.filter(\.isAside).map(\.definition).names(.presets) {
            remembered.presets[name] = old.storedValues(ofPreset: name) ?? before[name]
        }
        for name in fitted.filter({ !$0.isAside }).map(\.definition).names(.presets) {
            guard let stored = before[name], !old.settings.presets.contains(where: { $0.name == name }) else {
                continue
            }
            do throws(PresetMisfit) {
                for control in try next.restorePreset(name, stored) {
                    warn(ofPreset: name, .value(control: control), in: next)
                }
            } catch {
                warn(ofPreset: name, error, in: next)
            }
        }
        let defined = definitions.map(\.definition).names(.presets)
        for (preset, misfit) in misfits where misfit != .noSuchPreset || !defined.contains(preset) {
            warn(ofPreset: preset, misfit, in: next)
        }
        limitRemembered()
    }

    private func warn(ofPreset name: String, _ misfit: PresetMisfit, in next: Instrument) {
        let what = next.storedValues(ofPreset: name) == nil ? "its stored values are" : "a stored value is"
        Log.warning("preset \(name): \(what) dropped: \(misfit.reason)")
    }

    // MARK: The state file

    /// The panel's state, and what clients have defined.
    var stateDocument: StateDocument {
        var document = instrument.stateDocument
        let defined = definitions.controlNames
        document.definitions = definitions.filter(\.definition.isKept).map { SavedDefinition($0.definition) }
        // A page or a preset of a definition that is not kept would be missed at the next start.
        let ending = definitions.map(\.definition).filter { !$0.isKept }
        if let page = document.page, ending.names(.pages).contains(page) { document.page = nil }
        let presets = ending.names(.presets)
        document.presets.removeAll { presets.contains($0.name) }
        document.presets += remembered.presets.sorted { $0.key < $1.key }.map {
            SavedPreset(name: $0.key, values: $0.value)
        }
        guard !defined.isEmpty || !remembered.isEmpty else { return document }
        let own = document.controls.filter { defined.contains($0.name) }
        document.remembered = (remembered.newest + own).suffix(RememberedControls.most)
        document.controls.removeAll { defined.contains($0.name) }
        document.rememberedFocus = document.inputs.filter { defined.contains($0.focus) }
        document.inputs.removeAll { defined.contains($0.focus) }
        let known = Set(document.rememberedFocus.map(\.name))
        for (input, control) in remembered.focus.sorted(by: { $0.key < $1.key }) where !known.contains(input) {
            document.rememberedFocus.append(SavedInput(name: input, focus: control))
        }
        return document
    }

    /// Restores the definitions that were kept, before any client connects. Takes out of the document what waits with those that
    /// do not fit.
    func restoreDefinitions(_ document: inout StateDocument) {
        for saved in document.remembered { remembered.add(saved) }
        for saved in document.rememberedFocus { remembered.focus[saved.name] = saved.focus }
        defer { limitRemembered() }
        definitions = document.definitions.map { HeldDefinition(definition: $0.definition, client: nil) }
        guard !definitions.isEmpty else { return }
        let fitted = fittedSettings()
        settings = fitted.settings
        definitions = fitted.definitions
        panel = Panel(settings.panel)
        reportEnds(of: fitted, at: Daemon.now)
        panel.prepare { bringBack(definitions, in: &$0, notIn: nil) }
        let waiting = definitions.filter(\.isAside).map(\.definition).names(.presets)
        let known = Set(panel.settings.presets.map(\.name))
        for saved in document.presets where waiting.subtracting(known).contains(saved.name) {
            remembered.presets[saved.name] = saved.values
        }
        document.presets.removeAll { remembered.presets[$0.name] != nil }
    }
}

extension [HeldDefinition] {
    /// The names of the controls that are defined now.
    var controlNames: Set<String> { filter { !$0.isAside }.map(\.definition).names(.controls) }
}

extension [Definition] {
    fileprivate func names(_ kind: DefinedTables.Kind) -> Set<String> { Set(flatMap { $0.names(kind) }) }
}

extension Definition {
    func names(_ kind: DefinedTables.Kind) -> [String] {
        tables.filter { $0.kind == kind }.flatMap(\.tables).compactMap { table in
            guard case .table(let entries) = table,
                case .string(let name)? = entries.first(where: { $0.key == "name" })?.value
            else { return nil }
            return name
        }
    }
}
