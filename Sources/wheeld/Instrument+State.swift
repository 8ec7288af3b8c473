import WheelCore
import WheelModel
import WheelWire

/// Makes the content of the state file, and restores it. The file may have been written with another configuration.
extension Instrument {
    var stateDocument: StateDocument {
        StateDocument(
            controls: controls.filter(\.hasValue).map { SavedControl($0) },
            inputs: settings.ownInputs.enumerated().compactMap { index, input in
                ownFocus(ofInput: index).map { SavedInput(name: input.name, focus: settings.controls[$0].name) }
            },
            page: page.map { settings.pages[$0].name },
            presets: zip(settings.presets, storedPresets).compactMap { preset, stored in
                stored.map { SavedPreset(name: preset.name, values: $0) }
            })
    }

    /// Restores the parts of the state that fit the configuration, before any client connects. All other values stay as
    /// the configuration sets them. `leftOut` gets a sentence for each part that does not fit.
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

    mutating func restore(_ index: Int, _ saved: SavedControl, _ leftOut: (String) -> Void) {
        let remembered = Remembered(
            value: saved.value, speed: saved.speed, cursor: saved.cursor, rotations: saved.rotations)
        restore(index, remembered) { leftOut($0.sentence(now: "it starts at")) }
    }

    private mutating func restore(_ saved: SavedInput, _ leftOut: (String) -> Void) {
        guard let input = settings.inputs.firstIndex(where: { $0.name == saved.name }) else {
            // Until version 0.1, `wheeld --terminal` had an input of this name beside the inputs of the configuration.
            // The focus of this input is dropped without a report.
            if saved.name == "terminal" { return }
            return leftOut("there is no input '\(saved.name.clipped)' any more")
        }
        guard let control = settings.controls.firstIndex(where: { $0.name == saved.focus }),
            settings.inputs[input].controls.contains(control)
        else { return leftOut("input '\(saved.name)': '\(saved.focus.clipped)' is none of its controls") }
        restoreFocus(of: input, on: control)
    }
}

extension Instrument.Misfit {
    func sentence(now: String) -> String {
        switch self {
        case .value(let value, let refusal): "\(value.json.clipped) does not fit: \(RequestError(refusal).message)"
        case .number(let number, let next):
            "\(ControlValue.number(number).json) is none of its values any more; \(now) \(next)"
        case .position(let name): "there is no position '\(name.clipped)' any more"
        case .cursor(let name): "there is no position '\(name.clipped)' for the cursor any more"
        case .speed(let name): "there is no speed '\(name.clipped)' any more"
        }
    }
}
