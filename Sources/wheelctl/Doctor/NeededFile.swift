import LinuxSystem

/// A file that wheeld needs, a device mostly, with who may open it.
struct NeededFile: Equatable {
    /// Which right is needed for which device.
    enum Kind: String, CaseIterable {
        case gpio
        case input
        case screen
        case configuration

        /// Whether the right to write is needed, too: for lines that are requested and pictures that are shown.
        var isWritten: Bool {
            switch self {
            case .gpio, .screen: true
            case .input, .configuration: false
            }
        }
    }

    var path: String
    var kind: Kind
    var user: UInt32 = 0
    var group: UInt32 = 0
    var groupName = "root"
    var permissions: UInt32 = 0o600
    /// What the kernel says to who asks, which knows of more than modes.
    var isOpenToAsker = false

    /// Whether somebody may open it.
    func isOpen(to person: Person) -> Bool {
        if !person.isService { return isOpenToAsker }
        return person.isRoot || isAllowed(person.number == user, person.groups)
    }

    /// Whether the user could, with these groups.
    func isAllowed(_ isOwner: Bool, _ groups: Set<UInt32>) -> Bool {
        let needed: UInt32 = kind.isWritten ? 0o6 : 0o4
        let shift: UInt32 = isOwner ? 6 : groups.contains(group) ? 3 : 0
        return permissions >> shift & needed == needed
    }

    /// Whether membership in its group would be enough.
    var groupMayOpen: Bool { group != 0 && isAllowed(false, [group]) }
}

extension NeededFile {
    /// `nil` if it has just gone.
    init?(_ path: String, _ kind: Kind) {
        guard let status = try? FileStatus(path: path) else { return nil }
        self.init(
            path: path, kind: kind, user: status.user, group: status.group,
            groupName: ((try? UserDatabase.groupName(status.group)) ?? nil) ?? "\(status.group)",
            permissions: status.permissions, isOpenToAsker: FilePath.mayRead(path, andWrite: kind.isWritten))
    }

    /// The files in a folder whose names begin so, in the order of their numbers.
    static func all(in folder: String, prefix: String, _ kind: Kind) -> [NeededFile] {
        let names = (try? Directory.names(in: folder)) ?? []
        let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
        return numbers.sorted().compactMap { NeededFile("\(folder)/\(prefix)\($0)", kind) }
    }
}
