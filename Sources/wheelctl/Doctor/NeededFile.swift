import LinuxSystem

/// A file that wheeld opens, usually a device, with its owner and mode.
struct NeededFile: Equatable {
    enum Kind: String, CaseIterable {
        case gpio
        case input
        case screen
        case configuration

        /// Whether wheeld must also open the file for writing, to request lines or to show pictures.
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
    /// Whether the caller may open the file, according to access(2). Unlike the mode, access(2) respects access control
    /// lists.
    var isOpenToCaller = false

    func isOpen(to account: Account) -> Bool {
        if !account.isService { return isOpenToCaller }
        return account.isRoot || modeAllows(isOwner: account.number == user, groups: account.groups)
    }

    private func modeAllows(isOwner: Bool, groups: Set<UInt32>) -> Bool {
        let needed: UInt32 = kind.isWritten ? 0o6 : 0o4
        let shift: UInt32 = isOwner ? 6 : groups.contains(group) ? 3 : 0
        return permissions >> shift & needed == needed
    }

    /// Whether members of the file's group may open the file.
    var groupMayOpen: Bool { group != 0 && modeAllows(isOwner: false, groups: [group]) }
}

extension NeededFile {
    /// Reads the owner and the mode of a file; `nil` if the file no longer exists.
    init?(_ path: String, _ kind: Kind) {
        guard let status = try? FileStatus(path: path) else { return nil }
        self.init(
            path: path, kind: kind, user: status.user, group: status.group,
            groupName: ((try? UserDatabase.groupName(status.group)) ?? nil) ?? "\(status.group)",
            permissions: status.permissions, isOpenToCaller: FilePath.mayRead(path, andWrite: kind.isWritten))
    }

    /// The files in a folder whose names are this prefix and a number, ordered by number.
    static func all(in folder: String, prefix: String, _ kind: Kind) -> [NeededFile] {
        let names = (try? Directory.names(in: folder)) ?? []
        let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
        return numbers.sorted().compactMap { NeededFile("\(folder)/\(prefix)\($0)", kind) }
    }
}
