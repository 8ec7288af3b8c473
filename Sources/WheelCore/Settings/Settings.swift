/// A whole configuration, as plain values.
public struct Settings: Equatable, Sendable {
    public var panel: PanelSettings
    public var socket: SocketSettings
    public var state: StateSettings
    /// How long a GPIO button's level must be stable.
    public var buttonDebounce: Interval
    public var displays: [DisplaySettings]

    public init(
        panel: PanelSettings = PanelSettings(), socket: SocketSettings = SocketSettings(),
        state: StateSettings = StateSettings(), buttonDebounce: Interval = .milliseconds(20),
        displays: [DisplaySettings] = []
    ) {
        self.panel = panel
        self.socket = socket
        self.state = state
        self.buttonDebounce = buttonDebounce
        self.displays = displays
    }

    /// The index of the terminal's display.
    public var terminalDisplay: Int? { displays.firstIndex { $0.output == .terminal } }
}

/// The file in which the daemon keeps values between runs.
public struct StateSettings: Equatable, Sendable {
    /// `nil` means the default path, which depends on how the daemon runs.
    public var path: String?
    /// Whether the saved values are restored at start.
    public var restores: Bool
    /// How long values that nobody has committed may wait until they are saved.
    public var interval: Interval

    public init(path: String? = nil, restores: Bool = true, interval: Interval = .seconds(60)) {
        self.path = path
        self.restores = restores
        self.interval = interval
    }
}
