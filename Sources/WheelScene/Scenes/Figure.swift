import WheelCanvas
import WheelCore
import WheelModel

/// Everything that the drawing of one control depends on at a moment.
struct Figure {
    let settings: ControlSettings
    let state: ControlPicture
    let pose: Pose
    let isMarked: Bool
    /// The pose in the previous frame while the control is moving; `nil` if the control is at rest, or has just begun
    /// to move.
    let before: Pose?
    /// The control that each input turns now.
    private let turned: [Int?]
    private let control: Int
    /// Whether the panel or the control is locked.
    let isLocked: Bool
    /// The word of the control's state; `nil` if the state needs no word.
    let word: StateWord?
    let isStale: Bool
    /// The text of the value that is still applied; `nil` if no value is pending.
    let appliedWords: String?
    /// The text of the applied value without its unit.
    let appliedDigits: String?
    /// The time until the pending value is dropped, such as "6 s"; `nil` if no value is pending, or while a finger
    /// holds the pending value.
    let wait: String?
    let chart: AffineTransform
    /// The drawn fraction of the outlines of chosen positions, 0…1.
    let outline: Double
    /// The number of rows by which the list is scrolled; `nil` while the list follows the chosen row.
    let list: Double?

    /// The name of the configuration's first ramp that moves this control.
    let rampName: String?

    init(_ control: Int, of scene: SceneState, in motion: Motion, at time: Instant) {
        settings = scene.pictureSettings.settings.controls[control]
        rampName = scene.pictureSettings.ramp(of: control).map { scene.pictureSettings.settings.ramps[$0].name }
        state = scene.controls[control]
        isMarked = scene.focus == control
        turned = scene.turned
        self.control = control
        isLocked = scene.isLocked || state.isLocked
        word = StateWord.of(state, scene.pictureSettings.settings, at: time)
        isStale = state.isStale(at: time)
        appliedWords = Figure.appliedWords(state, settings)
        appliedDigits = Figure.appliedWords(state, settings, hasUnit: false)
        wait = state.waitText(at: time)
        pose = motion.pose(of: control, at: time)
        before = motion.before(control, state, at: time)
        chart = motion.chart(of: control, at: time)
        outline = motion.outline(of: control, at: time)
        list = state.list?.offset(at: time)
    }

    var isPending: Bool { state.applied != nil }

    /// Whether the knob with this number turns the control now, and not another control of the knob's list.
    func isTurned(by knob: KnobNumber) -> Bool { knob.chooser.map { turned[$0] == control } ?? true }

    /// The look of the bar at an end of the range. The bar is strong on a control that is marked or edited, where it
    /// explains why the value stops. On other controls the bar is weak, so that a page of faders at zero does not
    /// distract.
    func endBar(_ measures: Measures, _ theme: Theme) -> (width: Double, color: Color) {
        isMarked || state.isEditing
            ? (measures.whole(0.55), theme.text) : (measures.stroke, theme.outline)
    }

    /// The colour of the parts that show the value, such as a bar. A stale value is fainter.
    func valueColor(_ theme: Theme) -> Color { isStale ? theme.secondary : theme.accent }

    private static func appliedWords(
        _ state: ControlPicture, _ settings: ControlSettings, hasUnit: Bool = true
    ) -> String? {
        guard let number = state.applied else { return nil }
        var applied = state
        applied.number = number
        return ValueText.words(applied, settings, hasUnit: hasUnit)
    }
}
