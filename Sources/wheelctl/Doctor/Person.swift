import LinuxSystem

/// Who runs wheeld here, or would: the service's user, else whoever asks.
struct Person: Equatable {
    var name: String
    var number: UInt32
    /// What it has now: for who asks, as of the login.
    var groups: Set<UInt32>
    /// What the next login brings.
    var nextGroups: Set<UInt32>
    /// Whether it is the user of the service.
    var isService: Bool

    var isRoot: Bool { number == 0 }

    /// What has to be done before a group that was given counts.
    var newStart: String {
        isService ? "sudo systemctl restart wheeld" : "log out and in again, or restart the machine"
    }
}

extension Person {
    static var oneself: Person {
        let number = UserDatabase.ownUserNumber
        let name = (try? UserDatabase.userName(number)) ?? nil
        let groups = UserDatabase.ownGroups
        return Person(
            name: name ?? "\(number)", number: number, groups: groups,
            nextGroups: name.map { UserDatabase.groups(ofUserNamed: $0) } ?? groups, isService: false)
    }

    /// The user of the service; `nil` if there is no such user.
    static func ofService(_ service: ServiceState) -> Person? {
        let name = service.user.isEmpty ? "root" : service.user
        guard let number = UInt32(name) ?? (try? UserDatabase.userNumber(named: name)) ?? nil else { return nil }
        var groups = UserDatabase.groups(ofUserNamed: name)
        for group in service.groups {
            if let number = UInt32(group) ?? (try? UserDatabase.groupNumber(named: group)) ?? nil {
                groups.insert(number)
            }
        }
        return Person(name: name, number: number, groups: groups, nextGroups: groups, isService: true)
    }
}
