/// A whole configuration, as plain values.
public struct Settings: Equatable, Sendable {
    public var panel: PanelSettings
    public var socket = SocketSettings()
    public var state = StateSettings()
    /// How long a GPIO button's level must be stable.
    public var buttonDebounce = Interval.milliseconds(20)
    public var displays: [DisplaySettings]

    public init(panel: PanelSettings = PanelSettings(), displays: [DisplaySettings] = []) {
        (self.panel, self.displays) = (panel, displays)
    }
}

/// The file in which the daemon keeps values between runs.
public struct StateSettings: Equatable, Sendable {
    /// `nil` means the default path, which depends on how the daemon runs.
    public var path: String?
    /// Whether the saved values are restored at start.
    public var restores = true
    /// How long values that nobody has committed may wait until they are saved.
    public var interval = Interval.seconds(60)

    public init() {}
}
