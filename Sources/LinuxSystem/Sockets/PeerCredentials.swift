internal import CLinux
internal import Glibc

/// The credentials of the process at the other end of a Unix socket, as they were when it connected.
public struct PeerCredentials: Hashable, Sendable {
    /// The number of the process; 0 if the process is not visible in this PID namespace.
    public let process: Int32
    public let user: UInt32
    /// The primary group.
    public let group: UInt32
    public let supplementaryGroups: [UInt32]

    public func isMember(ofGroup number: UInt32) -> Bool {
        group == number || supplementaryGroups.contains(number)
    }
}

extension UnixConnection {
    /// SO_PEERCRED and SO_PEERGROUPS.
    public borrowing func peerCredentials() throws(Errno) -> PeerCredentials {
        var credentials = linux_peer_credentials()
        var length = socklen_t(MemoryLayout<linux_peer_credentials>.size)
        let number = descriptor.number
        _ = try system { getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &length) }
        return PeerCredentials(
            process: credentials.process, user: credentials.user, group: credentials.group,
            supplementaryGroups: try peerGroups()
        )
    }

    private borrowing func peerGroups() throws(Errno) -> [UInt32] {
        let number = descriptor.number
        var groups = [UInt32](repeating: 0, count: 32)
        while true {
            let size = MemoryLayout<UInt32>.stride
            var length = socklen_t(groups.count * size)
            do throws(Errno) {
                _ = try system { getsockopt(number, SOL_SOCKET, SO_PEERGROUPS, &groups, &length) }
                return Array(groups.prefix(Int(length) / size))
            } catch .outOfRange where Int(length) / size > groups.count {
                // The failed call has stored the size that it needs in `length`.
                groups = [UInt32](repeating: 0, count: Int(length) / size)
            }
        }
    }
}
