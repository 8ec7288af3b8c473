import WheelCore
import WheelModel
import WheelScene
import WheelTouch

/// What a display or a view shows of the panel, as the loop's thread knows it: its state, and what fingers touch there.
struct PanelPicture {
    /// Replaced with each configuration.
    var settings: PictureSettings {
        didSet {
            // The layout may name controls that no longer exist.
            touchLayout = nil
            // The panel's page may be another display's, and this one still shows its own.
            view = view.flatMap { settings.view(after: $0, of: oldValue) }
        }
    }
    /// Places what fingers touch; `nil` while there is no screen.
    var arranger: TouchArranger? {
        didSet { if arranger == nil { touchLayout = nil } }
    }
    private(set) var touchLayout: TouchLayout?
    /// The view of the last state.
    private(set) var view: SceneView?

    init(_ settings: PictureSettings) { self.settings = settings }

    func newState(of panel: Panel, at now: Instant) -> SceneState { SceneState(settings, panel, at: now) }

    /// Puts the panel, with these pictures of its controls, into a state. Returns `true` if the touch layout has changed.
    mutating func write(
        _ panel: Panel, _ pictures: [ControlPicture], isUsed: (Int) -> Bool, to state: inout SceneState,
        at now: Instant
    ) -> Bool {
        // It may be from before the configuration changed, or before the one that was shown last.
        if state.pictureSettings !== settings { state = newState(of: panel, at: now) }
        if let view { state.view = view }
        state.apply(panel, pictures)
        state.focus = settings.marked(panel.instrument, on: state.view, isUsed: isUsed)
        view = state.view
        guard settings.isTouched, let layout = arranger?.layout(for: state, at: now) else { return false }
        touchLayout = layout
        return true
    }

    /// What the next state will show while the panel has this page.
    func presentView(_ page: Int?) -> SceneView { settings.view(of: page, before: view) }
}
