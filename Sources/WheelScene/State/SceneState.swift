import WheelGeometry
public import WheelModel

/// Everything that a display shows. The thread that owns the panel copies it from there, and the render thread draws
/// it. Only the newest state matters.
///
///     let instrument = Instrument(settings.panel)             // once per configuration
///     var state = SceneState(instrument, panel, at: now)
///     state.apply(panel, pictures)                            // after changes; allocates nothing
public struct SceneState: Equatable, Sendable {
    public let instrument: Instrument
    /// One for each control, in the panel's order.
    public private(set) var controls: [ControlPicture]
    public var view: SceneView
    /// The control that is marked in a bank. The display's own input turns it.
    public var focus: Int?
    public var isLocked: Bool
    /// The control that each input turns now.
    private(set) var turned: [Int?]
    /// What is above the page, if the chooser is open.
    public var chooser: ChooserPicture?

    /// The panel's current page; if it has none, the display's first page; without pages, all controls.
    public init(_ instrument: Instrument, _ panel: Panel, focus: Int? = nil, at time: Instant) {
        self.instrument = instrument
        controls = panel.controls.indices.map { ControlPicture(panel, $0, at: time) }
        view = instrument.view(of: panel.page)
        self.focus = focus
        isLocked = panel.isLocked
        turned = instrument.settings.inputs.indices.map { panel.focus(ofInput: $0) }
        chooser = panel.chooser(ofDisplay: instrument.display).map { ChooserPicture($0) }
    }

    /// Copies the page and the lock from `panel`, which must have the same settings, and the pictures of its controls,
    /// which all displays share.
    public mutating func apply(_ panel: Panel, _ pictures: [ControlPicture]) {
        precondition(controls.count == pictures.count, "a state outlives its instrument")
        for index in controls.indices { controls[index] = pictures[index] }
        view = instrument.view(of: panel.page, before: view)
        isLocked = panel.isLocked
        for input in turned.indices { turned[input] = panel.focus(ofInput: input) }
        chooser = panel.chooser(ofDisplay: instrument.display).map { ChooserPicture($0) }
    }

    /// A copy with one control's state replaced, for previews.
    public func with(_ control: Int, _ change: (inout ControlPicture) -> Void) -> SceneState {
        var state = self
        change(&state.controls[control])
        return state
    }

    public static func == (left: SceneState, right: SceneState) -> Bool {
        left.instrument === right.instrument && left.view == right.view && left.focus == right.focus
            && left.chooser == right.chooser && left.isLocked == right.isLocked && left.turned == right.turned
            && left.controls == right.controls
    }
}

/// The chooser of a display.
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
