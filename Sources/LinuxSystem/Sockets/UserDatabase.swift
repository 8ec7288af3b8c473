internal import Glibc

/// Names of users and groups to numbers and back, getpwnam_r(3) and its family. May ask a directory server, so it
/// is for the start and for loading a configuration, not for each client.
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

    /// geteuid(2): whose rights this process has.
    public static var ownUserNumber: UInt32 { geteuid() }

    /// getegid(2).
    public static var ownGroupNumber: UInt32 { getegid() }

    /// Asks with a buffer that grows until the entry fits: a group lists all its members.
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
            // Some name services answer so where the manual says 0.
            case ENOENT, ESRCH: return nil
            default: throw Errno(rawValue: error)
            }
        }
    }
}
