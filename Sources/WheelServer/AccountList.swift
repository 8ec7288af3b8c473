import LinuxSystem
import WheelWire

/// The users and groups whose clients may do more than read.
public struct ClientRights: Equatable, Sendable {
    public var write: AccountList
    public var define: AccountList

    public init(write: AccountList, define: AccountList) {
        self.write = write
        self.define = define
    }
}

/// Users and groups that have a right.
public struct AccountList: Equatable, Sendable {
    private var users: Set<UInt32>
    private var groups: Set<UInt32>

    /// `names`: users and `@groups`, by name or number. `nil`: root, this process's own user and the group `input`.
    ///
    /// Names that do not exist on this machine are passed to `unknown` and otherwise ignored.
    public init(_ names: [String]?, unknown: (String) -> Void = { _ in }) {
        users = []
        groups = []
        guard let names else {
            users = [0, UserDatabase.ownUserNumber]
            if let input = UserDatabase.groupNumber("input") { groups = [input] }
            return
        }
        for name in names {
            if name.hasPrefix("@"), let group = UserDatabase.groupNumber(String(name.dropFirst())) {
                groups.insert(group)
            } else if !name.hasPrefix("@"), let user = UserDatabase.userNumber(name) {
                users.insert(user)
            } else {
                unknown(name)
            }
        }
    }

    public func includes(_ peer: PeerCredentials) -> Bool {
        users.contains(peer.user) || groups.contains { peer.isMember(ofGroup: $0) }
    }
}
