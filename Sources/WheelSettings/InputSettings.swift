/// Where an input comes from. What it does is the model's `PanelInput` of the same index.
public struct InputSettings: Equatable, Sendable {
    public var name: String
    public var source: InputSource

    public init(name: String, source: InputSource) {
        self.name = name
        self.source = source
    }
}

/// The kinds of input, each with what opening and reading it needs.
public enum InputSource: Equatable, Sendable {
    case gpio(GPIOSettings)
    case evdev(EvdevSettings)
    case touch(TouchSettings)
    case terminal

    /// The kind's name in the configuration and on the socket.
    public var type: String {
        switch self {
        case .gpio: "gpio"
        case .evdev: "evdev"
        case .touch: "touch"
        case .terminal: "terminal"
        }
    }
}
