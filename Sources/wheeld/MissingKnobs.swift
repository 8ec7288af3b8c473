import WheelCore
import WheelModel
import WheelScene

/// The controls whose knobs are missing: every input that turns such a control waits for its device or has lost it.
///
/// These controls are computed again only after an input's device was attached or lost, after a change of page, and
/// with new settings.
struct MissingKnobs {
    private var knobs: KnobNumbers?
    private var marks: [KnobPicture] = []
    private var page: Int?
    /// Whether the state of an input has changed since the last update.
    var isOld = true

    mutating func begin(_ settings: PanelSettings) {
        knobs = KnobNumbers(settings)
        isOld = true
    }

    mutating func update(_ panel: Instrument, isAttached: (Int) -> Bool) {
        guard isOld || panel.page != page, let knobs else { return }
        (isOld, page) = (false, panel.page)
        knobs.mark(&marks, on: page, isAttached: isAttached)
    }

    func knob(of control: Int) -> KnobPicture { marks.indices.contains(control) ? marks[control] : .present }
}
