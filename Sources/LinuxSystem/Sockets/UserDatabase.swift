internal import Glibc

/// Converts names of users and groups to numbers and back, getpwnam_r(3) and related functions. The functions may query
/// a directory server, so use them at the start and when a configuration is loaded, not for each client.
public enum UserDatabase {
    /// getpwnam_r(3); nil if there is no such user.
    public static func userNumber(named name: String) throws(Errno) -> UInt32? {
        try look { buffer, size in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let error = getpwnam_r(name, &entry, buffer, size, &found)
            return (error, found.map { $0.pointee.pw_uid })
        }
    }

    /// getgrnam_r(3); nil if there is no such group.
    public static func groupNumber(named name: String) throws(Errno) -> UInt32? {
        try look { buffer, size in
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            let error = getgrnam_r(name, &entry, buffer, size, &found)
            return (error, found.map { $0.pointee.gr_gid })
        }
    }

    /// getpwuid_r(3); nil if the number has no name.
    public static func userName(_ number: UInt32) throws(Errno) -> String? {
        try look { buffer, size in
            var entry = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let error = getpwuid_r(number, &entry, buffer, size, &found)
            return (error, found.map { String(cString: $0.pointee.pw_name) })
        }
    }

    /// getgrgid_r(3); nil if the number has no name.
    public static func groupName(_ number: UInt32) throws(Errno) -> String? {
        try look { buffer, size in
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            let error = getgrgid_r(number, &entry, buffer, size, &found)
            return (error, found.map { String(cString: $0.pointee.gr_name) })
        }
    }

    /// geteuid(2): the user whose rights this process has.
    public static var ownUserNumber: UInt32 { geteuid() }

    /// Calls `ask` with a growing buffer until the entry fits. An entry may be long, since the entry of a group
    /// contains the names of all members.
    private static func look<Found>(
        _ ask: (UnsafeMutablePointer<CChar>, Int) -> (error: Int32, found: Found?)
    ) throws(Errno) -> Found? {
        var size = 1024
        while true {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            let (error, found) = ask(buffer, size)
            switch error {
            case 0: return found
            case ERANGE where size < 1 << 20: size *= 4
            case EINTR: continue
            // Some name services return these errors for an unknown name, although they should return 0 according to
            // the manual.
            case ENOENT, ESRCH: return nil
            default: throw Errno(rawValue: error)
            }
        }
    }
}

extension UserDatabase {
    /// getgroups(2) and getegid(2): the groups of this process, which were set when its session or service started.
    public static var ownGroups: Set<UInt32> {
        var numbers = [gid_t](repeating: 0, count: 65536)
        let count = getgroups(Int32(numbers.count), &numbers)
        return Set(numbers.prefix(Int(max(0, count)))).union([getegid()])
    }

    /// getgrouplist(3): the groups that a user will have after the next login; empty if there is no such user.
    public static func groups(ofUserNamed name: String) -> Set<UInt32> {
        guard let primary = getpwnam(name)?.pointee.pw_gid else { return [] }
        var numbers = [gid_t](repeating: 0, count: 65536)
        var count = Int32(numbers.count)
        guard getgrouplist(name, primary, &numbers, &count) >= 0 else { return [primary] }
        return Set(numbers.prefix(Int(count)))
    }
}

extension UserDatabase {
    /// The number of a user that a configuration gives by name or number; nil if there is no such name.
    public static func userNumber(_ word: String) -> UInt32? {
        UInt32(word) ?? (try? userNumber(named: word)) ?? nil
    }

    /// The number of a group that a configuration gives by name or number; nil if there is no such name.
    public static func groupNumber(_ word: String) -> UInt32? {
        UInt32(word) ?? (try? groupNumber(named: word)) ?? nil
    }

    /// A message for each name in a configuration's `[socket]` that does not exist on this machine: the group of
    /// `group`, and the users and `@groups` of `write`. A number is always accepted.
    public static func unknownAccounts(group: String?, writers: [String]) -> [String] {
        var sentences: [String] = []
        if let group, groupNumber(group) == nil {
            sentences.append("there is no group '\(group)' here ('group' in [socket])")
        }
        for writer in writers {
            if writer.hasPrefix("@") {
                let name = String(writer.dropFirst())
                if groupNumber(name) == nil {
                    sentences.append("there is no group '\(name)' here ('write' in [socket])")
                }
            } else if userNumber(writer) == nil {
                sentences.append("there is no user '\(writer)' here ('write' in [socket])")
            }
        }
        return sentences
    }
}
