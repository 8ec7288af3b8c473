import WheelModel
import WheelProtocol
import WheelSettings

/// The panel's state in the state file, which may have been written with another configuration.
extension Panel {
    var stateDocument: StateDocument {
        StateDocument(
            controls: controls.filter(\.hasValue).map { SavedControl($0) },
            inputs: settings.inputs.enumerated().compactMap { index, input in
                ownFocus(ofInput: index).map { SavedInput(name: input.name, focus: settings.controls[$0].name) }
            },
            page: page.map { settings.pages[$0].name },
            presets: zip(settings.presets, storedPresets).compactMap { preset, stored in
                stored.map { SavedPreset(name: preset.name, values: $0) }
            })
    }

    /// Restores what fits the configuration, before any client connects. The rest stays at the configuration's values;
    /// `leftOut` gets a sentence for each part.
    mutating func restore(_ document: StateDocument, leftOut: (String) -> Void) {
        for saved in document.controls {
            guard let index = settings.controls.firstIndex(where: { $0.name == saved.name }) else {
                leftOut("there is no control '\(saved.name.clipped)' any more")
                continue
            }
            guard settings.controls[index].restores else { continue }
            restore(index, saved) { leftOut("control '\(saved.name)': \($0)") }
        }
        for saved in document.inputs { restore(saved, leftOut) }
        for saved in document.presets {
            var misfits: [PresetMisfit]
            do throws(PresetMisfit) {
                misfits = try restorePreset(saved.name, saved.values).map { .value(control: $0) }
            } catch {
                misfits = [error]
            }
            for misfit in misfits {
                leftOut("the values of the preset '\(saved.name.clipped)' do not fit: \(misfit.reason)")
            }
        }
        guard let name = document.page else { return }
        if let page = settings.pages.firstIndex(where: { $0.name == name }) {
            restorePage(page)
        } else {
            leftOut("there is no page '\(name.clipped)' any more")
        }
    }

    /// Restores what fits of a control.
    mutating func restore(_ index: Int, _ saved: SavedControl, _ leftOut: (String) -> Void) {
        let control = settings.controls[index]
        var remembered = Remembered(
            speed: saved.speed, cursor: saved.cursor.flatMap { try? directory.position($0, of: index) },
            rotations: saved.rotations)
        do throws(CommandRefusal) {
            remembered.value = try directory.value(keeping(saved.value, of: index, leftOut), of: index)
        } catch {
            leftOut("\(saved.value.json.clipped) does not fit: \(RequestError(error).message)")
        }
        if let refusal = restore(index, remembered) {
            leftOut("\(saved.value.json.clipped) does not fit: \(refusal.sentence(about: control))")
        } else if case .number(let number) = remembered.value, controls[index].number != number {
            leftOut("\(saved.value.json) is none of its values any more; it starts at \(controls[index].number)")
        }
        if let speed = saved.speed, !control.speeds.contains(where: { $0.name == speed }) {
            leftOut("there is no speed '\(speed.clipped)' any more")
        }
        if let cursor = saved.cursor, control.kind == .selection, remembered.cursor == nil {
            leftOut("there is no position '\(cursor.clipped)' for the cursor any more")
        }
    }

    private mutating func restore(_ saved: SavedInput, _ leftOut: (String) -> Void) {
        guard let input = settings.inputs.firstIndex(where: { $0.name == saved.name }) else {
            return leftOut("there is no input '\(saved.name.clipped)' any more")
        }
        guard let control = settings.controls.firstIndex(where: { $0.name == saved.focus }),
            settings.inputs[input].controls.contains(control)
        else { return leftOut("input '\(saved.name)': '\(saved.focus.clipped)' is none of its controls") }
        restoreFocus(of: input, on: control)
    }

    /// A selection's value without positions that no longer exist.
    private func keeping(_ value: ControlValue, of control: Int, _ leftOut: (String) -> Void) -> ControlValue {
        guard settings.controls[control].kind == .selection, case .positions(let names) = value else { return value }
        return .positions(
            names.filter { name in
                let isThere = (try? directory.position(name, of: control)) != nil
                if !isThere { leftOut("there is no position '\(name.clipped)' any more") }
                return isThere
            })
    }
}
