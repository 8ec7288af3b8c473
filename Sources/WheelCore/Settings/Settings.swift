/// A whole configuration.
public struct Settings: Equatable, Sendable {
    public var panel: PanelSettings
    public var socket = SocketSettings()
    public var state = StateSettings()
    /// How long a GPIO button's level must be stable before it is accepted.
    public var buttonDebounce = Interval.milliseconds(20)
    public var displays: [DisplaySettings]

    public init(panel: PanelSettings = PanelSettings(), displays: [DisplaySettings] = []) {
        (self.panel, self.displays) = (panel, displays)
    }
}

/// The file in which the daemon keeps values between runs.
public struct StateSettings: Equatable, Sendable {
    /// The path of the file. `nil` means the default path, which depends on how the daemon runs.
    public var path: String?
    /// Whether the saved values are restored at start.
    public var restores = true
    /// How long uncommitted values may wait before they are saved.
    public var interval = Interval.seconds(60)

    public init() {}
}

/// The daemon's socket and its permissions. `nil` means that the configuration does not give the value: the default
/// then depends on how the daemon runs.
public struct SocketSettings: Equatable, Sendable {
    public var path: String?
    /// The socket file's permission bits.
    public var mode: UInt32?
    public var group: String?
    /// The users that may change values, and with `@` the groups, by name or number. `nil` means root, the daemon's own
    /// user and `@input`.
    public var writers: [String]?
    /// The users and groups that may define controls. `nil` means the users and groups that may change values.
    public var definers: [String]?
    public var maxClients = 64

    public init() {}
}
