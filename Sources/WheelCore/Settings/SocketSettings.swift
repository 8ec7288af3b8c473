/// The daemon's socket and its permissions. `nil` means that the configuration does not give the value: the default
/// then depends on how the daemon runs.
public struct SocketSettings: Equatable, Sendable {
    public var path: String?
    /// The socket file's permission bits.
    public var mode: UInt32?
    public var group: String?
    /// The users, and with `@` the groups, that may change values, by name or number. `nil` means root, the daemon's
    /// own user and `@input`.
    public var writers: [String]?
    /// The same for those that may define controls. `nil` means those that may change values.
    public var definers: [String]?
    public var maxClients = 64

    public init() {}
}
