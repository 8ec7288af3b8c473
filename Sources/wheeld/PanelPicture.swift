import WheelCore
import WheelModel
import WheelScene
import WheelTouch

/// The part of the panel that a display or a view shows, as the loop's thread knows it, and its touch layout.
struct PanelPicture {
    /// Replaced after each change of the configuration or of a definition.
    var settings: PictureSettings {
        didSet {
            // The layout may name controls that no longer exist, so it is dropped.
            touchLayout = nil
            // The page is found again by its name, because this display may show a page of its own while the panel's
            // page belongs to another display.
            view = view.flatMap { settings.view(after: $0, of: oldValue) }
        }
    }
    /// Computes the touch layout; `nil` without a screen, and for a view without hands.
    var arranger: TouchArranger? {
        didSet { if arranger == nil { touchLayout = nil } }
    }
    private(set) var touchLayout: TouchLayout?
    /// The view in the last state that was written.
    private(set) var view: SceneView?
    /// The control that is marked in the last state that was written.
    private(set) var focus: Int?

    init(_ settings: PictureSettings) { self.settings = settings }

    func newState(of panel: Panel, at now: Instant) -> SceneState { SceneState(settings, panel, at: now) }

    /// Writes the panel, with these pictures of its controls, into a state. Returns `true` if the touch layout has
    /// changed.
    mutating func write(
        _ panel: Panel, _ pictures: [ControlPicture], isUsed: (Int) -> Bool, to state: inout SceneState,
        at now: Instant
    ) -> Bool {
        // The triple buffer may return a state that is older than the last one. It may even be from before a reload,
        // and then does not fit the settings.
        if state.pictureSettings !== settings { state = newState(of: panel, at: now) }
        if let view { state.view = view }
        state.apply(panel, pictures)
        state.focus = settings.marked(panel.instrument, on: state.view, isUsed: isUsed)
        (view, focus) = (state.view, state.focus)
        guard settings.isTouched, let layout = arranger?.layout(for: state, at: now) else { return false }
        touchLayout = layout
        return true
    }

    /// The page in the last state; `nil` if the state shows no page.
    var page: Int? { if case .page(let page)? = view { page } else { nil } }

    /// The view that the next state will have while the panel is on this page.
    func presentView(_ page: Int?) -> SceneView { settings.view(of: page, before: view) }
}
