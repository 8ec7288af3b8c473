/// An input: its device, the controls that it turns, and the actions of its buttons.
public struct InputSettings: Equatable, Sendable {
    public var name: String
    public var source: InputSource
    /// The indices of the controls that the input can turn. The first control has the focus at start. The list is empty
    /// only in a panel without controls.
    public var controls: [Int]
    /// Detents per revolution, as configured. `nil` means the detents of a known product, else `usualDetents`.
    public var givenDetents: Int?
    /// The number of detents that move a stepped control by one step.
    public var detentsPerStep: Int
    /// Whether the encoder has no detents. Values then follow the encoder's angle.
    public var isDetentless: Bool
    public var takeover: Takeover
    /// The ramp that the input scrubs instead of turning a control. One revolution is the whole ramp.
    public var ramp: Int?
    /// The index of the display that fingers touch, or on which the control that a knob turns is marked. `nil` means
    /// the first display for fingers, and for a knob every display that shows the control.
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

    /// Detents per revolution. `product` is the number of detents of a known product.
    public func detents(ofProduct product: Int? = nil) -> Int { givenDetents ?? product ?? InputSettings.usualDetents }

    /// Whether both inputs have the same name, and open the same device in the same way.
    public func hasSameDevice(as other: InputSettings) -> Bool {
        name == other.name && source == other.source
    }

    /// The index of the display that the input's fingers touch; `nil` for an input without fingers.
    public var touchedDisplay: Int? {
        switch source {
        case .touch: display ?? 0
        case .client(let client): client.isKnob == true ? nil : display ?? 0
        case .gpio, .evdev: nil
        }
    }
}

/// How an axis that spans a range takes over a value that differs from the axis's position. The value and the position
/// differ after the start, a change of focus or an unlock, or after another source has changed the value. The raw
/// values are the words of the configuration.
public enum Takeover: String, CaseIterable, Sendable {
    /// The value jumps to the axis's position when the axis moves next.
    case jump
    /// The value waits until the axis reaches it.
    case pickup
    /// The remaining travel of the axis moves the value over the remaining part of the range, until value and axis
    /// meet.
    case scale
}

/// The kind of an input, and how its device is opened and read.
public enum InputSource: Equatable, Sendable {
    case gpio(GPIOSettings)
    case evdev(EvdevSettings)
    case touch(TouchSettings)
    case client(ClientInputSettings)

    /// Whether the input is a knob; `nil` if this depends on how the input is used.
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
    /// The touchscreens that the input uses. `nil` means every touchscreen.
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
    /// Whether the input is a knob; `nil` if this depends on how the input is used. A client that replaces a device
    /// counts as a knob if the device is a knob.
    public var isKnob: Bool?
    /// The view that acts through this input (`InputSettings.hands`); `nil` for any other input.
    public var view: Int?

    public init(isReversed: Bool = false, isKnob: Bool? = nil, view: Int? = nil) {
        self.isReversed = isReversed
        self.isKnob = isKnob
        self.view = view
    }
}

/// The inputs through which views act on the panel.
///
/// A view is a picture for one client, which can also send fingers and keys. The fingers and keys are an ordinary input
/// of the panel, so that gestures, locks, pending values and commits need no code for views. A panel has these inputs
/// from the start, after the configured inputs, so a view that begins or ends does not change the panel's settings. No
/// configured input can have the name of one of these inputs, and no listing contains them.
extension InputSettings {
    /// One input for each possible view.
    public static func hands(controls: Int) -> [InputSettings] {
        (0..<Budget.views).map { place in
            InputSettings(
                name: name(ofView: place), source: .client(ClientInputSettings(isKnob: false, view: place)),
                controls: Array(0..<controls), display: display(ofView: place))
        }
    }

    public static func name(ofView place: Int) -> String { "view:\(place + 1)" }

    /// Zoom and scrolling are stored by display number, so each view needs a display number, too. The numbers of views
    /// follow the largest number that a display can have.
    public static func display(ofView place: Int) -> Int { Budget.displays + place }

    /// The view that acts through this input; `nil` for a configured input.
    public var view: Int? {
        if case .client(let client) = source { client.view } else { nil }
    }
}

extension PanelSettings {
    /// The configured inputs, without the hands of views.
    public var ownInputs: ArraySlice<InputSettings> { inputs.prefix { $0.view == nil } }
}
