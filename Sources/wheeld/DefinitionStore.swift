import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// The definitions of clients, and the remembered state of their controls and presets.
///
/// For example: a synthesizer defines `cutoff`, a hand turns it to 300, and the synthesizer ends. The synthesizer's
/// definition is held for some seconds, and then the control is removed. The control's value and speed are
/// remembered, and which knobs had their focus on it: when the synthesizer defines `cutoff` again, the value is 300.
///
/// A kept definition (`"keep":"always"`) outlives its client. If such a definition does not fit a changed
/// configuration, for example because the file now has a control of the same name, the definition is put aside, and is
/// tried again at each reload and start. The stored values of such a definition's presets are kept, too. The state file
/// contains the definitions and these values. Clients could fill the file with ever new names, so the oldest controls
/// are forgotten beyond a limit.
struct DefinitionStore {
    /// The definitions that fit, in the order of the panel, then those that are put aside.
    private(set) var held: [HeldDefinition] = []
    private var remembered = RememberedControls()

    init() {}

    /// The held definitions with `new`, which replaces an earlier definition of the same owner.
    func adding(_ new: HeldDefinition) -> [HeldDefinition] {
        var next = held
        if let place = next.firstIndex(where: { $0.definition.owner == new.definition.owner }) {
            next[place] = new
        } else {
            next.append(new)
        }
        // A definition without tables defines nothing, so it is not held.
        return next.filter { !$0.definition.tables.allSatisfy(\.tables.isEmpty) }
    }

    // MARK: Clients

    /// Detaches the definitions of a client that has disconnected. Definitions that are not kept end after `grace`.
    mutating func release(client: Int, at now: Instant) {
        for index in held.indices where held[index].client == client {
            held[index].client = nil
            if !held[index].definition.isKept { held[index].endsAt = now + HeldDefinition.grace }
        }
    }

    /// When the next definition ends.
    var deadline: Instant? { held.reduce(nil) { .earliest($0, $1.endsAt) } }

    // MARK: Another panel

    /// Adopts the definitions of another panel, and restores the remembered state of their controls and presets in the
    /// new panel.
    mutating func adopt(
        _ fitted: [HeldDefinition], in next: inout Instrument, from old: Instrument,
        _ misfits: [(preset: String, misfit: PresetMisfit)]
    ) {
        remember(from: old, notIn: next.settings)
        bringBack(fitted, in: &next, notIn: old)
        keepPresets(of: fitted, from: old, in: &next, misfits)
        held = fitted
    }

    /// Remembers defined controls that the settings no longer have.
    private mutating func remember(from old: Instrument, notIn settings: PanelSettings) {
        let removed = held.controlNames.subtracting(settings.controls.map(\.name))
        for control in old.controls where control.hasValue && removed.contains(control.settings.name) {
            remembered.add(SavedControl(control))
        }
        for (index, input) in old.settings.ownInputs.enumerated() {
            guard let focus = old.ownFocus(ofInput: index) else { continue }
            let name = old.settings.controls[focus].name
            if removed.contains(name) { remembered.focus[input.name] = name }
        }
    }

    /// Restores the remembered state of defined controls that the old panel did not have.
    private mutating func bringBack(_ fitted: [HeldDefinition], in next: inout Instrument, notIn old: Instrument?) {
        for name in fitted.controlNames.subtracting(old?.settings.controls.map(\.name) ?? []) {
            guard let saved = remembered.consume(name), let control = next.directory.place(ofControl: name),
                next.settings.controls[control].restores
            else { continue }
            next.restore(control, saved) { Log.debug("definition: control '\(name)': \($0)") }
        }
        for (index, input) in next.settings.inputs.enumerated() {
            guard let name = remembered.focus[input.name], let control = next.directory.place(ofControl: name) else {
                continue
            }
            remembered.focus[input.name] = nil
            next.restoreFocus(of: index, on: control)
        }
    }

    /// Forgets a remembered focus, since the input's focus was moved: the focus does not return when the control is
    /// defined again.
    mutating func removeFocus(ofInput name: String) {
        if !remembered.focus.isEmpty { remembered.focus[name] = nil }
    }

    /// Keeps the stored values of presets whose definitions are put aside, and restores them when the definitions fit
    /// again. Values that `next` has not adopted (`misfits`) are logged.
    private mutating func keepPresets(
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
        let defined = held.map(\.definition).names(.presets)
        for (preset, misfit) in misfits where misfit != .noSuchPreset || !defined.contains(preset) {
            warn(ofPreset: preset, misfit, in: next)
        }
        limit()
    }

    private func warn(ofPreset name: String, _ misfit: PresetMisfit, in next: Instrument) {
        let what = next.storedValues(ofPreset: name) == nil ? "its stored values are" : "a stored value is"
        Log.warning("preset \(name): \(what) dropped: \(misfit.reason)")
    }

    /// Forgets remembered values beyond the limits.
    mutating func limit() {
        let forgotten = remembered.limit()
        for name in forgotten.presets.prefix(20) {
            Log.warning("preset \(name): stored values are dropped: too much waits with definitions put aside")
        }
        if forgotten.controls > 0 {
            Log.warning("state: the oldest \(forgotten.controls) of the controls not defined now are forgotten")
        }
    }

    // MARK: The state file

    /// The state of the instrument, with defined controls separate from the configuration's controls.
    func document(of instrument: Instrument) -> StateDocument {
        var document = instrument.stateDocument
        let defined = held.controlNames
        document.definitions = held.filter(\.definition.isKept).map { SavedDefinition($0.definition) }
        // A page or a preset of a definition that is not kept would be reported as missing at the next start, so it is
        // not saved.
        let ending = held.map(\.definition).filter { !$0.isKept }
        if let page = document.page, ending.names(.pages).contains(page) { document.page = nil }
        let presets = ending.names(.presets)
        document.presets.removeAll { presets.contains($0.name) }
        document.presets += remembered.presets.sorted { $0.key < $1.key }.map {
            SavedPreset(name: $0.key, values: $0.value)
        }
        guard !defined.isEmpty || !remembered.isEmpty else { return document }
        let own = document.controls.filter { defined.contains($0.name) }
        document.remembered = (remembered.oldestFirst + own).suffix(RememberedControls.most)
        document.controls.removeAll { defined.contains($0.name) }
        document.rememberedFocus = document.inputs.filter { defined.contains($0.focus) }
        document.inputs.removeAll { defined.contains($0.focus) }
        let known = Set(document.rememberedFocus.map(\.name))
        for (input, control) in remembered.focus.sorted(by: { $0.key < $1.key }) where !known.contains(input) {
            document.rememberedFocus.append(SavedInput(name: input, focus: control))
        }
        return document
    }

    /// Reads what an earlier run has saved. `restore` and `limit` must be called next.
    init(_ document: StateDocument) {
        for saved in document.remembered { remembered.add(saved) }
        for saved in document.rememberedFocus { remembered.focus[saved.name] = saved.focus }
        held = document.definitions.map { HeldDefinition(definition: $0.definition, client: nil) }
    }

    /// Restores the remembered state of definitions in the first panel. The stored values of presets whose definitions
    /// do not fit are moved from the document into `remembered`.
    mutating func restore(_ fitted: [HeldDefinition], in panel: inout Instrument, from document: inout StateDocument) {
        held = fitted
        bringBack(held, in: &panel, notIn: nil)
        let waiting = held.filter(\.isAside).map(\.definition).names(.presets)
            .subtracting(panel.settings.presets.map(\.name))
        for saved in document.presets where waiting.contains(saved.name) {
            remembered.presets[saved.name] = saved.values
        }
        document.presets.removeAll { remembered.presets[$0.name] != nil }
    }
}

extension [HeldDefinition] {
    /// The names of the controls that are defined now.
    fileprivate var controlNames: Set<String> { filter { !$0.isAside }.map(\.definition).names(.controls) }
}

extension [Definition] {
    fileprivate func names(_ kind: DefinedTables.Kind) -> Set<String> { Set(flatMap { $0.names(kind) }) }
}
