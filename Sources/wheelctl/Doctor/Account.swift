import LinuxSystem

/// The user account that runs wheeld: the service's account, or the caller's own if the service is not installed.
struct Account: Equatable {
    var name: String
    var number: UInt32
    /// The groups in effect now; for the caller the groups of the present login.
    var groups: Set<UInt32>
    /// The groups in effect after the next login.
    var nextGroups: Set<UInt32>
    var isService: Bool

    var isRoot: Bool { number == 0 }

    var restart: String {
        isService ? "sudo systemctl restart wheeld" : "log out and in again, or restart the machine"
    }
}

extension Account {
    static var caller: Account {
        let number = UserDatabase.ownUserNumber
        let name = (try? UserDatabase.userName(number)) ?? nil
        let groups = UserDatabase.ownGroups
        return Account(
            name: name ?? "\(number)", number: number, groups: groups,
            nextGroups: name.map { UserDatabase.groups(ofUserNamed: $0) } ?? groups, isService: false)
    }

    /// The account of the service; `nil` if the service's user does not exist.
    static func ofService(_ service: ServiceState) -> Account? {
        let name = service.user.isEmpty ? "root" : service.user
        guard let number = UserDatabase.userNumber(name) else { return nil }
        let groups = UserDatabase.groups(ofUserNamed: name).union(
            service.groups.compactMap { UserDatabase.groupNumber($0) })
        return Account(name: name, number: number, groups: groups, nextGroups: groups, isService: true)
    }
}
