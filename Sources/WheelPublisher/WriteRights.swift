import LinuxSystem
import WheelProtocol

/// The users and groups that may change things. All others may only read.
public struct WriteRights: Equatable, Sendable {
    private var users: Set<UInt32>
    private var groups: Set<UInt32>

    /// `writers`: users and `@groups`, by name or number. Without them: root, this process's own user and the group `input`.
    ///
    /// Names that this machine does not have are ignored and passed to `unknown`.
    public init(_ writers: [String]?, unknown: (String) -> Void = { _ in }) {
        users = []
        groups = []
        guard let writers else {
            users = [0, UserDatabase.ownUserNumber]
            if let input = UserDatabase.groupNumber("input") { groups = [input] }
            return
        }
        for writer in writers {
            if writer.hasPrefix("@"), let group = UserDatabase.groupNumber(String(writer.dropFirst())) {
                groups.insert(group)
            } else if !writer.hasPrefix("@"), let user = UserDatabase.userNumber(writer) {
                users.insert(user)
            } else {
                unknown(writer)
            }
        }
    }

    public func allow(_ peer: PeerCredentials) -> Bool {
        users.contains(peer.user) || groups.contains { peer.isMember(ofGroup: $0) }
    }
}
