/// An input: its device, the controls that it turns, and the actions of its buttons.
public struct InputSettings: Equatable, Sendable {
    public var name: String
    /// The device, and how it is opened and read.
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
    /// How an axis that spans a range takes over a value that stands elsewhere.
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

/// How an axis that spans a range takes over a value that stands elsewhere: after the start, after another control had the
/// focus, after the lock, or after another has changed the value. The raw values are the words of the configuration.
public enum Takeover: String, CaseIterable, Sendable {
    /// The value jumps to the axis at its next move.
    case jump
    /// The value waits until the axis has come to it.
    case pickup
    /// The rest of the axis's way moves the value over the rest of its own way, until they meet.
    case scale
}

/// The kinds of input, each with the settings for opening and reading the device.
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
