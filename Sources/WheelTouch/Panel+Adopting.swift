import WheelCore
import WheelModel

/// A panel replaces another one and takes over its fingers and the views of its displays. `Instrument+Adopting.swift`
/// describes the procedure.
extension Panel {
    public mutating func end(except continuity: Continuity, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        if continuity.keepsInputs {
            for surface in surfaces.indices { endFingers(of: surface, notIn: continuity, &changes) }
        }
        play(&changes) { $0.end(except: continuity, at: time, into: &$1) }
    }

    /// Takes over the state of `old`, on which `end` was called before. If clients have changed definitions, fingers on
    /// unchanged controls continue their gestures. After a reload all fingers are ignored until they lift.
    @discardableResult
    public mutating func adopt(
        _ old: Panel, _ continuity: Continuity, at time: Instant, into changes: inout Changes,
        misfit: (ControlSettings, Instrument.Misfit) -> Void = { _, _ in }
    ) -> [(preset: String, misfit: PresetMisfit)] {
        // The view of a chart is kept if the settings of its control are the same.
        let charts = zip(old.settings.controls, continuity.named).map { control, place in
            place.flatMap { settings.controls[$0] == control ? $0 : nil }
        }
        views = old.views.map { $0.continued(charts: charts, scrolls: continuity.controls) }
        // A reload ignores the fingers that are down. A later touch acts, even soon after a chooser's change.
        if !continuity.keepsInputs { for display in views.indices { views[display].chooserChangedAt = nil } }
        for index in surfaces.indices {
            if continuity.keepsInputs {
                surfaces[index] = old.surfaces[index].moved(continuity, controls: settings.controls.count)
            } else if let before = old.settings.inputs.firstIndex(where: { $0.name == settings.inputs[index].name }) {
                surfaces[index].ignoreFingers(of: old.surfaces[before])
            }
        }
        due = old.due
        return play(&changes) { $0.adopt(old.instrument, continuity, at: time, into: &$1, misfit: misfit) }
    }

    private mutating func endFingers(of surface: Int, notIn continuity: Continuity, _ changes: inout Changes) {
        for index in surfaces[surface].fingers.indices where !surfaces[surface].fingers[index].isKept(continuity) {
            let finger = surfaces[surface].fingers[index]
            if finger.isShared, finger.control != nil {
                cancelGesture(on: finger.control, of: surface, &changes)
            } else {
                endFinger(index, of: surface, &changes)
                if let control = finger.control { commitIfReleased(control, &changes) }
            }
        }
        // The first half of a double tap may still wait, although its finger has lifted. It ends if its control does
        // not continue.
        for control in surfaces[surface].taps.indices where continuity.controls[control] == nil {
            breakTap(on: control, of: surface, &changes)
        }
    }
}
