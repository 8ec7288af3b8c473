import WheelGeometry
import WheelModel

/// All that the still part of a picture depends on: when it is the same, the layer is.
struct LayerKey: Equatable {
    private struct Cell: Equatable {
        var control: Int
        var speed: Int
        /// Of a choice.
        var chosen: Double?
        var selected: PositionSet
        var chart: AffineTransform
        var isOutlined: Bool
    }

    private let instrument: ObjectIdentifier
    private let view: SceneView
    private let focus: Int?
    private let isLocked: Bool
    /// Where the page stands while it comes.
    private let place: Double
    private let cells: [Cell]

    init(_ state: SceneState, _ controls: [Int], _ motion: Motion, _ place: Double, at time: Instant) {
        instrument = ObjectIdentifier(state.instrument)
        view = state.view
        focus = state.focus
        isLocked = state.isLocked
        self.place = place
        cells = controls.map { index in
            let control = state.controls[index]
            let isChoice = state.instrument.settings.controls[index].kind == .choice
            return Cell(
                control: index, speed: control.speed, chosen: isChoice ? control.number : nil,
                selected: control.selected, chart: motion.chart(of: index, at: time),
                isOutlined: motion.outline(of: index, at: time) >= 1)
        }
    }
}
