internal import Glibc

extension UserDatabase {
    /// getgroups(2) and getegid(2): the groups that this process has, as it was when its login began.
    public static var ownGroups: Set<UInt32> {
        var numbers = [gid_t](repeating: 0, count: 65536)
        let count = getgroups(Int32(numbers.count), &numbers)
        return Set(numbers.prefix(Int(max(0, count)))).union([ownGroupNumber])
    }

    /// getgrouplist(3): the groups that the next login of a user has; empty if there is no such user.
    public static func groups(ofUserNamed name: String) -> Set<UInt32> {
        guard let primary = getpwnam(name)?.pointee.pw_gid else { return [] }
        var numbers = [gid_t](repeating: 0, count: 65536)
        var count = Int32(numbers.count)
        guard getgrouplist(name, primary, &numbers, &count) >= 0 else { return [primary] }
        return Set(numbers.prefix(Int(count)))
    }
}
