public import WheelModel

/// Everything that a display shows, copied from the panel: the thread that owns the panel makes it, the thread that
/// draws takes it. The newest is all that is needed; those in between may be lost.
///
///     let instrument = Instrument(settings.panel)             // once per configuration
///     var state = SceneState(instrument, panel, at: now)
///     state.apply(panel, at: now)                             // after changes; allocates nothing
public struct SceneState: Equatable, Sendable {
    public let instrument: Instrument
    /// In the panel's order.
    public private(set) var controls: [ControlPicture]
    public var view: SceneView
    /// The control that is marked in a bank: the one that the display's own input turns.
    public var focus: Int?
    public var isLocked: Bool

    /// What `panel` shows now: its current page, or the first that the display has; without pages all controls.
    public init(_ instrument: Instrument, _ panel: Panel, focus: Int? = nil, at time: Instant) {
        self.instrument = instrument
        controls = panel.controls.map { ControlPicture($0, at: time) }
        view = instrument.view(of: panel.page)
        self.focus = focus
        isLocked = panel.isLocked
    }

    /// Takes over where `panel`, which has the same settings, stands now: controls, page and lock.
    public mutating func apply(_ panel: Panel, at time: Instant) {
        precondition(controls.count == panel.controls.count, "a state outlives its instrument")
        for index in controls.indices {
            controls[index] = ControlPicture(panel.controls[index], at: time)
        }
        view = instrument.view(of: panel.page, before: view)
        isLocked = panel.isLocked
    }

    /// A copy in which one control is another: for pictures of what is not.
    public func with(_ control: Int, _ change: (inout ControlPicture) -> Void) -> SceneState {
        var state = self
        change(&state.controls[control])
        return state
    }

    public static func == (left: SceneState, right: SceneState) -> Bool {
        left.instrument === right.instrument && left.view == right.view && left.focus == right.focus
            && left.isLocked == right.isLocked && left.controls == right.controls
    }
}

/// Which of the panel's controls a display shows.
public enum SceneView: Equatable, Sendable {
    case all
    case page(Int)
    /// One alone, without tabs.
    case control(Int)
}
