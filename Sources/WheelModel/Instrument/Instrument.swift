import WheelCore

/// The instrument: its controls, and the effects of hands, clients and time on them.
///
/// It has no side effects. Events enter with their time, their consequences are appended to a `Changes`, and future work
/// is announced by `deadline` and done by `wake(at:)`.
public struct Instrument: Sendable {
    public let settings: PanelSettings
    /// Resolves names to indices.
    public let directory: Directory
    public internal(set) var controls: [Control]
    /// The index of the shown page; `nil` if there are no pages.
    public internal(set) var page: Int?
    /// Whether hands are kept from changing anything: by `lock`, or by a button that is held.
    public var isLocked: Bool { lockIsSet || isHeldLocked }
    /// Whether `lock` has locked the panel, and nothing has unlocked it since.
    var lockIsSet: Bool
    /// Whether a button is held that locks the panel.
    var isHeldLocked = false
    /// The held buttons whose bindings have held effects, in the order in which they were pressed.
    var effectiveButtons: [EffectiveButton] = []
    /// The values that have been stored in each preset; `nil` while it has those of its settings.
    public internal(set) var storedPresets: [[Assignment]?]
    /// Whether a value that ages was written: see `consumeFreshWrites`.
    var hasFreshWrites = false
    /// Whether a control has got its first value: see `consumeFirstValues`.
    var hasFirstValues = false
    var inputs: [PanelInputState]
    /// The outputs of a button's machine. The list is reused, so that a press allocates nothing.
    var buttonOutputs: [TimedOutput] = []
    /// The next time at which `wake(at:)` must be called; `nil` if none is needed. It may be too early, but never too
    /// late.
    public internal(set) var deadline: Instant?
    /// The controls that wait for a time, in ascending order. One that waits no longer stays until the next wake-up.
    var waiting: [Int] = []

    public init(_ settings: PanelSettings) {
        self.settings = settings
        directory = Directory(settings)
        controls = settings.controls.map { Control($0) }
        page = settings.pages.isEmpty ? nil : 0
        lockIsSet = settings.isLocked
        storedPresets = settings.presets.map { _ in nil }
        inputs = settings.inputs.map { PanelInputState($0, timings: settings.buttons) }
        waiting.reserveCapacity(controls.count)
        if let page { assignFocus(ofPage: page) }
    }
}

/// The state of an input.
struct PanelInputState: Sendable {
    /// The control that it turns.
    var focus: Int? {
        didSet { if focus != oldValue { group = DetentGroup() } }
    }
    /// The control of its own list that it turns while no page assigns it another.
    var ownFocus: Int?
    let detentsPerStep: Int
    let isDetentless: Bool
    /// The ramp that it scrubs.
    let ramp: Int?
    let takeover: Takeover
    var rate = TurnRate()
    var approach = AxisApproach()
    var group = DetentGroup()
    /// The units since a button was pressed, while they are less than a detent.
    var nudge: Int64?
    var buttons: [ButtonState]
    var lighting = Lighting()

    init(_ settings: InputSettings, timings: ButtonTimings) {
        ownFocus = settings.controls.first
        focus = ownFocus
        detentsPerStep = settings.detentsPerStep
        isDetentless = settings.isDetentless
        ramp = settings.ramp
        takeover = settings.takeover
        buttons = settings.buttons.map { ButtonState(name: $0.name, bindings: $0.bindings, timings: timings) }
    }
}
