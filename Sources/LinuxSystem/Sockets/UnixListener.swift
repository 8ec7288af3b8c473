internal import CLinux
internal import Glibc

/// A listening Unix stream socket. Either this program has bound the socket, and `deinit` removes its file, or the
/// service manager has passed the socket.
public struct UnixListener: ~Copyable, Sendable {
    /// When the listener is `.readable`, call `accept` until it returns nil.
    public let descriptor: Descriptor
    /// The path of the socket; nil for a socket that was passed without a path.
    public let path: String?
    /// The file that `deinit` removes; nil for a socket that was passed.
    private let boundFile: FileStatus.Identity?

    deinit {
        guard let path, let boundFile else { return }
        // The file may have been removed in the meantime, and another process may have bound a new socket to the path.
        // That socket must stay.
        guard let file = try? FileStatus(path: path, followingLinks: false), file.identity == boundFile else { return }
        unlink(path)
    }

    /// Binds and listens. If there is already a socket at the path, this function tries to connect to it. If no process
    /// listens on that socket, the new socket replaces it; otherwise the error is `.addressInUse`. A file of another
    /// type is not touched.
    ///
    /// `backlog` is the number of connections that may wait to be accepted; nil means SOMAXCONN. The kernel allocates
    /// nothing in advance, so a large number costs nothing.
    ///
    /// Group and mode are set before listen(2), so that no client can connect before they are set.
    public static func bind(
        _ path: String, permissions: UInt32, group: UInt32? = nil, backlog: Int32? = nil
    ) throws(SystemError) -> UnixListener {
        let address = try UnixAddress(path)
        guard !address.isAbstract else {
            throw SystemError("bind", path, .invalidArgument, explanation: "an abstract socket cannot have a mode")
        }
        // Without the lock, another daemon could bind between the test of the old socket and its replacement.
        return try FolderLock.hold(ofFileAt: path) { () throws(SystemError) in
            let socket = try bindReplacingDead(address, permissions)
            do throws(SystemError) {
                let file = try setGroup(path, group)
                let number = socket.number
                _ = try naming("listen", path) { () throws(Errno) in
                    try system { listen(number, backlog ?? Int32(SOMAXCONN)) }
                }
                return UnixListener(descriptor: socket, path: path, boundFile: file)
            } catch {
                unlink(path)
                throw error
            }
        }
    }

    /// Takes ownership of a socket that the service manager made. The file of the socket still belongs to the service
    /// manager. Throws if the descriptor is not a listening Unix stream socket.
    public static func adopt(_ descriptor: consuming Descriptor) throws(SystemError) -> UnixListener {
        let path: String?
        do throws(Errno) {
            guard
                try descriptor.socketOption(SO_DOMAIN) == AF_UNIX,
                try descriptor.socketOption(SO_TYPE) == Int32(SOCK_STREAM.rawValue),
                try descriptor.socketOption(SO_ACCEPTCONN) == 1
            else { throw .invalidArgument }
            try descriptor.setNonBlocking()
            path = try descriptor.boundPath()
        } catch .invalidArgument {
            throw SystemError(
                "take over the passed socket", .invalidArgument, explanation: "it is not a listening Unix stream socket"
            )
        } catch {
            throw SystemError("take over the passed socket", error)
        }
        return UnixListener(descriptor: descriptor, path: path, boundFile: nil)
    }

    /// accept4(2): the next waiting connection, or nil.
    ///
    /// After `.tooManyDescriptors` the connection still waits and the listener stays readable. Stop watching the
    /// listener until a descriptor is free.
    public borrowing func accept() throws(Errno) -> UnixConnection? {
        let number = descriptor.number
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        while true {
            do throws(Errno) {
                return UnixConnection(Descriptor(owning: try uninterrupted { linux_accept4(number, flags) }))
            } catch .wouldBlock {
                return nil
            } catch .connectionAborted {
                // The client has disconnected already. Another client may be waiting.
                continue
            }
        }
    }

    private static func bindReplacingDead(
        _ address: UnixAddress, _ permissions: UInt32
    ) throws(SystemError) -> Descriptor {
        let path = address.description
        do throws(Errno) {
            return try bindNew(address, permissions)
        } catch .addressInUse {
            let file = try naming("bind", path) { () throws(Errno) in
                try FileStatus(path: path, followingLinks: false)
            }
            guard file.kind == .socket else {
                throw SystemError("bind", path, .fileExists, explanation: "the path has a file that is not a socket")
            }
            guard try isDead(address) else {
                throw SystemError("bind", path, .addressInUse, explanation: "another process listens on it")
            }
            return try naming("bind", path) { () throws(Errno) in
                _ = try system { unlink(path) }
                return try bindNew(address, permissions)
            }
        } catch .noSuchFile {
            throw SystemError("bind", path, .noSuchFile, explanation: "its folder does not exist")
        } catch {
            throw SystemError("bind", path, error)
        }
    }

    private static func bindNew(_ address: UnixAddress, _ permissions: UInt32) throws(Errno) -> Descriptor {
        let socket = try Descriptor.unixSocket(SOCK_STREAM, nonBlocking: true)
        let number = socket.number
        // The mode is set on the socket before bind(2), which gives the file this mode, less the umask. A later
        // chmod(2) would follow a link that another process has put in place of the file.
        _ = try system { fchmod(number, permissions) }
        let before = umask(0)
        defer { umask(before) }
        _ = try system { address.withSocketAddress { Glibc.bind(number, $0, $1) } }
        return socket
    }

    private static func isDead(_ address: UnixAddress) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try UnixConnection.connect(to: address.description)
            return false
        } catch {
            switch error.errno {
            case .connectionRefused, .noSuchFile: return true
            // Another process uses the socket. The backlog of that process is full, or its socket is of another type.
            case .wouldBlock, .wrongProtocolType: return false
            default: throw error
            }
        }
    }

    private static func setGroup(_ path: String, _ group: UInt32?) throws(SystemError) -> FileStatus.Identity {
        if let group {
            _ = try naming("change the group of", path) { () throws(Errno) in
                try system { lchown(path, uid_t.max, group) }
            }
        }
        return try naming("stat", path) { () throws(Errno) in
            try FileStatus(path: path, followingLinks: false)
        }.identity
    }
}

extension Descriptor {
    /// getsockname(2): the path of a Unix socket; nil if it has no path.
    fileprivate borrowing func boundPath() throws(Errno) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let number = number
        _ = try system {
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
            }
        }
        let path = withUnsafeBytes(of: &address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }
}
