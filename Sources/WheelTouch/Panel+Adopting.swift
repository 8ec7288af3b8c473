import WheelCore
import WheelModel

/// A front takes the place of another one, because the configuration was read again, or clients have changed what they define.
/// `Panel+Adopting.swift` tells how the instrument does.
extension Panel {
    /// Ends what does not go on.
    public mutating func end(except continuity: Continuity, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        if continuity.keepsInputs {
            for surface in surfaces.indices { endFingers(of: surface, notIn: continuity, &changes) }
        }
        play(&changes) { $0.end(except: continuity, at: time, into: &$1) }
    }

    /// Goes on from `old`, in which what does not go on has ended. Fingers stay on what clients have not changed. After a reload
    /// they are ignored until they lift.
    @discardableResult
    public mutating func adopt(
        _ old: Panel, _ continuity: Continuity, at time: Instant, into changes: inout Changes,
        misfit: (ControlSettings, Instrument.Misfit) -> Void = { _, _ in }
    ) -> [(preset: String, misfit: PresetMisfit)] {
        // A chart is the same where its control is.
        let charts = zip(old.settings.controls, continuity.named).map { control, place in
            place.flatMap { settings.controls[$0] == control ? $0 : nil }
        }
        views = old.views.map { $0.continued(charts: charts, scrolls: continuity.controls) }
        // After a reload no finger can mean what was there before.
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
        // A tap that ended before may still wait.
        for control in surfaces[surface].taps.indices where continuity.controls[control] == nil {
            breakTap(on: control, of: surface, &changes)
        }
    }
}
