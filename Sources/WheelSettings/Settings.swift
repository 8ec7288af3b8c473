import WheelGeometry

/// Everything that a configuration says, as plain values.
public struct Settings: Equatable, Sendable {
    public var panel: PanelSettings
    public var socket: SocketSettings
    public var state: StateSettings
    /// How long a GPIO button's level must be stable.
    public var buttonDebounce: Interval
    /// Where each of the panel's inputs comes from, in the panel's order.
    public var inputs: [InputSettings]
    public var displays: [DisplaySettings]

    public init(
        panel: PanelSettings = PanelSettings(), socket: SocketSettings = SocketSettings(),
        state: StateSettings = StateSettings(), buttonDebounce: Interval = .milliseconds(20),
        inputs: [InputSettings] = [], displays: [DisplaySettings] = []
    ) {
        self.panel = panel
        self.socket = socket
        self.state = state
        self.buttonDebounce = buttonDebounce
        self.inputs = inputs
        self.displays = displays
    }
}
