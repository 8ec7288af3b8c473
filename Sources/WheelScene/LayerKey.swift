import WheelCore
import WheelModel

/// Everything on which the layer of a picture depends. The layer is the part that is kept between frames, and is drawn
/// again when its key changes.
struct LayerKey: Equatable {
    private struct Cell: Equatable {
        var control: Int
        var speed: Int
        /// The number and the chosen positions; `nil` if the layer does not show them.
        var chosen: Double?
        var selected: PositionSet?
        var chart: AffineTransform
        var isLocked: Bool
        var isEditing: Bool
        var limit: LimitPicture?
        var word: StateWord?
        var hasValue: Bool
        var isStale: Bool
        /// The applied value, while another value is pending.
        var applied: Double?
    }

    private let pictureSettings: PictureSettings
    private let view: SceneView
    private let focus: Int?
    private let isLocked: Bool
    private let turned: [Int?]
    /// The horizontal shift of the page while pages change, in pixels; otherwise 0.
    private let place: Double
    /// The control whose chooser covers the page.
    private let chooser: Int?
    private let cells: [Cell]

    /// `pages` are the visible pages. While a chooser covers the pages, the layer does not depend on their controls.
    init(_ state: SceneState, _ pages: [PageView], _ motion: Motion, _ place: Double, at time: Instant) {
        pictureSettings = state.pictureSettings
        view = state.view
        focus = state.focus
        isLocked = state.isLocked
        turned = state.turned
        self.place = place
        chooser = state.chooser?.control
        let choosing = state.chooser == nil ? pages.flatMap(\.layerControls) : []
        cells = choosing.map { index, followsChoice in
            let control = state.controls[index]
            return Cell(
                control: index, speed: control.speed, chosen: followsChoice ? control.number : nil,
                selected: followsChoice ? control.selected : nil, chart: motion.chart(of: index, at: time),
                isLocked: control.isLocked, isEditing: control.isEditing, limit: control.limit,
                word: StateWord.of(control, state.pictureSettings.settings, at: time),
                hasValue: control.hasValue, isStale: control.isStale(at: time),
                applied: control.applied)
        }
    }
}
