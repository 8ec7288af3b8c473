/// Where the daemon listens, and who may do what. `nil` is "not said": the usual place or right.
public struct SocketSettings: Equatable, Sendable {
    public var path: String?
    /// The socket file's permission bits.
    public var mode: UInt32?
    public var group: String?
    /// Who may change things: users by name or number, groups with `@`. `nil`: root, the daemon's own user, `@input`.
    public var writers: [String]?
    public var maxClients: Int

    public init(
        path: String? = nil, mode: UInt32? = nil, group: String? = nil, writers: [String]? = nil, maxClients: Int = 64
    ) {
        self.path = path
        self.mode = mode
        self.group = group
        self.writers = writers
        self.maxClients = maxClients
    }
}
