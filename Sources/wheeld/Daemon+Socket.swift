import LinuxSystem

/// The socket that clients connect to.
extension Daemon {
    /// Adopts the socket that the service manager passed, or else binds one.
    func listener() throws(SystemError) -> UnixListener {
        var passed = try PassedSockets.consumeFromEnvironment()
        if let descriptor = passed.consume() {
            let listener = try UnixListener.adopt(descriptor)
            socketPath = listener.path ?? ""
            if let path = settings.socket.path, let actual = listener.path, path != actual {
                Log.warning("socket: the service manager passed \(actual), so [socket] path = \"\(path)\" is not used")
            }
            if settings.socket.mode != nil || settings.socket.group != nil {
                Log.warning("socket: the service manager made it, so [socket] mode and group are not used")
            }
            return listener
        }
        let path = Places.socket(option: socketOption, settings: settings.socket)
        let isOwn = !notify.isActive && settings.socket.mode == nil && settings.socket.group == nil
        if let folder = folder(of: path) { try? Directory.create(folder, permissions: 0o755) }
        let listener = try bind(path, settings.socket.mode ?? (isOwn ? 0o600 : 0o660), group: isOwn ? nil : group())
        socketPath = path
        Log.info("socket: listening at \(path)")
        return listener
    }

    /// Binds the socket. Only root and the members of a group may give a file to the group, and a filter of system
    /// calls may forbid the change even to them. If the change is refused, only the owner may connect, unless the
    /// configuration gives a mode.
    private func bind(_ path: String, _ permissions: UInt32, group: UInt32?) throws(SystemError) -> UnixListener {
        do throws(SystemError) {
            return try UnixListener.bind(path, permissions: permissions, group: group)
        } catch {
            guard group != nil, error.errno == .notPermitted else { throw error }
            Log.warning(
                "socket: \(error), so it keeps the group of its owner; add the daemon's user to the group "
                    + "'\(groupName)'")
            return try UnixListener.bind(path, permissions: settings.socket.mode ?? 0o600)
        }
    }

    /// Raises the limit of open files (RLIMIT_NOFILE), as far as the process may.
    func makeRoomForClients() {
        let wanted = settings.socket.maxClients + Daemon.ownFiles
        let limit = DescriptorLimit.raise(to: wanted)
        guard limit < wanted else { return }
        Log.warning(
            "socket: max_clients = \(settings.socket.maxClients), but this process may have \(limit) files open, some of "
                + "them its own (ulimit -n, LimitNOFILE in the unit)")
    }

    /// The number of files for devices, screens and the state file, rounded up.
    private static let ownFiles = 64

    /// The folder to create for the socket; `nil` if `path` is not in the usual folder, since a mistyped path must not
    /// leave folders behind.
    private func folder(of path: String) -> String? {
        let folder = FilePath.folder(of: path)
        return folder == "/run/wheeld" ? folder : nil
    }

    private var groupName: String { settings.socket.group ?? "input" }

    /// The number of the group that may connect. Without such a group the socket keeps the group of its owner.
    private func group() -> UInt32? {
        if let number = UserDatabase.groupNumber(groupName) { return number }
        Log.warning("socket: there is no group named '\(groupName)' here, so only the owner may connect")
        return nil
    }
}
