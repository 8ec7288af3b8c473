import WheelCore
import WheelModel
public import WheelTouch

/// Everything that a display shows. The thread that owns the panel fills the state from the panel, and the render
/// thread draws it. Only the newest state matters.
///
///     let pictureSettings = PictureSettings(settings.panel)    // once per configuration
///     var state = SceneState(pictureSettings, panel, at: now)
///     state.apply(panel, pictures)                             // after changes; allocates nothing
public struct SceneState: Equatable, Sendable {
    public let pictureSettings: PictureSettings
    /// The pictures of all controls, in the panel's order.
    public private(set) var controls: [ControlPicture]
    public var view: SceneView
    /// The marked control, which a hand at this display turns; `nil` if no control is marked.
    public var focus: Int?
    public var isLocked: Bool
    /// The control that each input turns now.
    private(set) var turned: [Int?]
    /// The chooser, which covers the page; `nil` while it is closed.
    public var chooser: ChooserPicture?

    /// A state that shows the panel's current page. If the display does not have that page, the state shows the
    /// display's first page, or all controls if the display has no pages.
    public init(_ pictureSettings: PictureSettings, _ panel: Panel, focus: Int? = nil, at time: Instant) {
        self.pictureSettings = pictureSettings
        let played = panel.instrument
        controls = played.controls.indices.map { ControlPicture(played, $0, at: time) }
        view = pictureSettings.view(of: played.page)
        self.focus = focus
        isLocked = played.isLocked
        turned = pictureSettings.settings.inputs.indices.map { played.focus(ofInput: $0) }
        show(panel.view(ofDisplay: pictureSettings.display))
    }

    private mutating func show(_ view: DisplayView) {
        for control in controls.indices { controls[control].show(view, control) }
        chooser = view.chooser.map { ChooserPicture($0) }
    }

    /// Copies `pictures`, which all displays share. From `panel` it copies the page, the lock, the control that each
    /// input turns, and this display's zoom, scrolling and chooser. The panel must have the same settings as this
    /// state.
    public mutating func apply(_ panel: Panel, _ pictures: [ControlPicture]) {
        precondition(controls.count == pictures.count, "a state outlives its pictureSettings")
        for index in controls.indices { controls[index] = pictures[index] }
        view = pictureSettings.view(of: panel.instrument.page, before: view)
        isLocked = panel.instrument.isLocked
        for input in turned.indices { turned[input] = panel.instrument.focus(ofInput: input) }
        show(panel.view(ofDisplay: pictureSettings.display))
    }

    /// A copy with one control's state replaced, for previews.
    public func with(_ control: Int, _ change: (inout ControlPicture) -> Void) -> SceneState {
        var state = self
        change(&state.controls[control])
        return state
    }
}

public struct ChooserPicture: Equatable, Sendable {
    public var control: Int
    public var scroll: Scroll

    public init(control: Int, scroll: Scroll) {
        self.control = control
        self.scroll = scroll
    }

    public init(_ chips: ScrolledChips) { self.init(control: chips.control, scroll: chips.scroll) }
}

/// The controls that a display shows.
public enum SceneView: Equatable, Sendable {
    case all
    case page(Int)
    /// One control, without tabs.
    case control(Int)
}
