import LinuxSystem
import WheelModel
import WheelProtocol
import WheelSettings

/// What outlives the daemon.
extension Daemon {
    /// Brings back what an earlier run kept, and gets ready to keep more.
    func restoreState() {
        guard let path = Places.state(settings.state) else {
            Log.warning("state: there is no place for it (no [state] path, no HOME); values will not be kept")
            return
        }
        do throws(Errno) {
            let keeper = try StateKeeper(path: path)
            if settings.state.restores, let document = keeper.load() { restore(document) }
            try keeper.start()
            self.keeper = keeper
        } catch {
            Log.warning("state: nothing can be kept: \(error)")
        }
    }

    private func restore(_ document: StateDocument) {
        for saved in document.controls {
            guard let index = settings.panel.controls.firstIndex(where: { $0.name == saved.name }),
                settings.panel.controls[index].restores
            else { continue }
            let control = settings.panel.controls[index]
            panel.restore(
                index,
                Panel.Remembered(
                    value: try? given(saved.value, for: control).get(), speed: saved.speed,
                    cursor: saved.cursor.flatMap { control.position(named: $0) }, rotations: saved.rotations))
        }
        for saved in document.inputs {
            guard let input = settings.panel.inputs.firstIndex(where: { $0.name == saved.name }),
                let control = settings.panel.controls.firstIndex(where: { $0.name == saved.focus })
            else { continue }
            panel.restoreFocus(of: input, on: control)
        }
        if let page = document.page, let index = settings.panel.pages.firstIndex(where: { $0.name == page }) {
            panel.restorePage(index)
        }
    }

    var stateDocument: StateDocument {
        StateDocument(
            controls: panel.controls.map { SavedControl($0) },
            inputs: settings.panel.inputs.enumerated().compactMap { index, input in
                panel.focus(ofInput: index).map {
                    SavedInput(name: input.name, focus: settings.panel.controls[$0].name)
                }
            },
            page: panel.page.map { settings.panel.pages[$0].name })
    }
}

extension ControlSettings {
    /// The positions of a choice or selection.
    var positions: [Position] {
        switch quantity {
        case .float, .int: []
        case .choice(let settings), .selection(let settings): settings.positions
        }
    }

    func position(named name: String) -> Int? { positions.firstIndex { $0.name == name } }
}
