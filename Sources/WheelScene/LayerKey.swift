import WheelGeometry
import WheelModel

/// Everything that the layer of a picture depends on. A picture with an equal key keeps its layer.
struct LayerKey: Equatable {
    private struct Cell: Equatable {
        var control: Int
        var speed: Int
        /// The chosen position of a choice; `nil` for other controls.
        var chosen: Double?
        var selected: PositionSet
        var chart: AffineTransform
        var isOutlined: Bool
        var isLocked: Bool
        var isEditing: Bool
        var limit: LimitPicture?
        var word: StateWord?
        var hasValue: Bool
        var isStale: Bool
        /// Revert and Apply are in the place of the title.
        var isPending: Bool
        /// The applied value, while another one is pending.
        var applied: Double?
    }

    private let instrument: ObjectIdentifier
    private let view: SceneView
    private let focus: Int?
    private let isLocked: Bool
    private let turned: [Int?]
    /// How far the page is shifted while pages change.
    private let place: Double
    /// The control whose chooser is above the page.
    private let chooser: Int?
    private let cells: [Cell]

    init(_ state: SceneState, _ controls: [Int], _ motion: Motion, _ place: Double, at time: Instant) {
        instrument = ObjectIdentifier(state.instrument)
        view = state.view
        focus = state.focus
        isLocked = state.isLocked
        turned = state.turned
        self.place = place
        chooser = state.chooser?.control
        cells = controls.map { index in
            let control = state.controls[index]
            let isChoice = state.instrument.settings.controls[index].kind == .choice
            return Cell(
                control: index, speed: control.speed, chosen: isChoice ? control.number : nil,
                selected: control.selected, chart: motion.chart(of: index, at: time),
                isOutlined: motion.outline(of: index, at: time) >= 1, isLocked: control.isLocked,
                isEditing: control.isEditing, limit: control.limit,
                word: StateWord.of(control, state.instrument.settings, at: time),
                hasValue: control.hasValue, isStale: control.isStale(at: time), isPending: control.applied != nil,
                applied: control.applied)
        }
    }
}
