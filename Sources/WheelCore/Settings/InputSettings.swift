/// An input: its device, the controls that it turns, and the actions of its buttons.
public struct InputSettings: Equatable, Sendable {
    public var name: String
    public var source: InputSource
    /// The controls that it can turn, by index. The first has the focus at start. Only a panel without controls leaves
    /// this empty.
    public var controls: [Int]
    /// Detents per revolution, as configured; `nil`: those of a known product, else `usualDetents`.
    public var givenDetents: Int?
    /// The detents that move a stepped control by one step.
    public var detentsPerStep: Int
    /// Whether the encoder has no detents. Values then follow its angle.
    public var isDetentless: Bool
    public var takeover: Takeover
    /// The ramp that it scrubs instead of turning a control. One revolution is the whole ramp.
    public var ramp: Int?
    /// The display that its fingers are on, or that marks the control that it turns, by index. `nil`: the first for
    /// fingers; for a knob each that shows the control.
    public var display: Int?
    /// The bindings of every button that `buttons` does not name.
    public var bindings: ButtonBindings
    /// The buttons that have bindings of their own, by the name of their key.
    public var buttons: [NamedButton]

    public init(
        name: String, source: InputSource = .evdev(EvdevSettings()), controls: [Int] = [], detents: Int? = nil,
        detentsPerStep: Int = 1, isDetentless: Bool = false, takeover: Takeover = .pickup, ramp: Int? = nil,
        display: Int? = nil, bindings: ButtonBindings = ButtonBindings(), buttons: [NamedButton] = []
    ) {
        self.name = name
        self.source = source
        self.controls = controls
        givenDetents = detents
        self.detentsPerStep = detentsPerStep
        self.isDetentless = isDetentless
        self.takeover = takeover
        self.ramp = ramp
        self.display = display
        self.bindings = bindings
        self.buttons = buttons
    }

    public static let usualDetents = 24

    /// Detents per revolution. `product`: those of a known product.
    public func detents(ofProduct product: Int? = nil) -> Int { givenDetents ?? product ?? InputSettings.usualDetents }

    /// Whether both have the same name and open the same device in the same way.
    public func hasSameDevice(as other: InputSettings) -> Bool {
        name == other.name && source == other.source
    }

    /// The display that its fingers are on, by index. `nil`: fingers do not touch this input.
    public var touchedDisplay: Int? {
        switch source {
        case .touch: display ?? 0
        case .client(let client): client.isKnob == true ? nil : display ?? 0
        case .gpio, .evdev: nil
        }
    }
}

/// How an axis that spans a range takes over a value that differs from it: after the start, after another control had the
/// focus, after the lock, or after another has changed the value. The raw values are the words of the configuration.
public enum Takeover: String, CaseIterable, Sendable {
    /// The value jumps to the axis at its next move.
    case jump
    /// The value waits until the axis reaches it.
    case pickup
    /// The rest of the axis's way moves the value over the rest of its own way, until they meet.
    case scale
}

/// The kind of an input, and how its device is opened and read.
public enum InputSource: Equatable, Sendable {
    case gpio(GPIOSettings)
    case evdev(EvdevSettings)
    case touch(TouchSettings)
    case client(ClientInputSettings)

    /// Whether it is a knob; `nil` if that follows from what it is used for.
    public var isKnob: Bool? {
        switch self {
        case .gpio(let gpio): gpio.encoder != nil
        case .evdev: true
        case .touch: false
        case .client(let client): client.isKnob
        }
    }

    /// The kind's name in the configuration and on the socket.
    public var type: String {
        switch self {
        case .gpio: "gpio"
        case .evdev: "evdev"
        case .touch: "touch"
        case .client: "client"
        }
    }
}

public struct TouchSettings: Equatable, Sendable {
    /// `nil` means every touchscreen.
    public var match: DeviceMatch?
    public var grabs: Bool
    /// The six numbers of libinput's calibration matrix. `nil` means the udev property LIBINPUT_CALIBRATION_MATRIX,
    /// else the identity.
    public var matrix: [Double]?

    public init(match: DeviceMatch? = nil, grabs: Bool = false, matrix: [Double]? = nil) {
        self.match = match
        self.grabs = grabs
        self.matrix = matrix
    }
}

/// An input whose events a client sends.
public struct ClientInputSettings: Equatable, Sendable {
    public var isReversed: Bool
    /// Whether it is a knob; `nil` if that follows from its controls. A simulated device is a knob if the device is one.
    public var isKnob: Bool?
    /// The view whose hand it is, if it is one: see `InputSettings.hands`.
    public var view: Int?

    public init(isReversed: Bool = false, isKnob: Bool? = nil, view: Int? = nil) {
        self.isReversed = isReversed
        self.isKnob = isKnob
        self.view = view
    }
}

/// The hands of views.
///
/// A view is a picture for one client, and its fingers and keys. These are an input of the panel like any other, so that gestures,
/// locks, drafts and commits know nothing of views. A panel has these inputs from the start, behind its own, so that no settings
/// change when a view begins or ends. No input of a configuration can have their names, and no listing has them.
extension InputSettings {
    /// An input for each view that there can be.
    public static func hands(controls: Int) -> [InputSettings] {
        (0..<Budget.views).map { place in
            InputSettings(
                name: name(ofView: place), source: .client(ClientInputSettings(isKnob: false, view: place)),
                controls: Array(0..<controls), display: display(ofView: place))
        }
    }

    public static func name(ofView place: Int) -> String { "view:\(place + 1)" }

    /// The numbers of views, for their zoom and scrolling, follow those of displays.
    public static func display(ofView place: Int) -> Int { Budget.displays + place }

    /// The view whose hand it is; `nil` for an input of the configuration.
    public var view: Int? {
        if case .client(let client) = source { client.view } else { nil }
    }
}

extension PanelSettings {
    /// Without the hands of views.
    public var ownInputs: ArraySlice<InputSettings> { inputs.prefix { $0.view == nil } }
}
