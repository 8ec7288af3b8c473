internal import CLinux
internal import Glibc

/// A listening Unix stream socket: one that it bound, and removes at the end, or one that was passed to it.
public struct UnixListener: ~Copyable, Sendable {
    /// Wait for `.readable`, then `accept` until there is nobody any more.
    public let descriptor: Descriptor
    /// Nil for a socket that was passed without a path.
    public let path: String?
    /// The file that was bound; nil when it is not this program's to remove.
    private let boundFile: FileStatus.Identity?

    private init(_ descriptor: consuming Descriptor, path: String?, boundFile: FileStatus.Identity?) {
        self.descriptor = descriptor
        self.path = path
        self.boundFile = boundFile
    }

    deinit {
        guard let path, let boundFile else { return }
        // Somebody may have removed it meanwhile and a successor have bound another: that one is not ours.
        guard let file = try? FileStatus(path: path, followingLinks: false), file.identity == boundFile else { return }
        unlink(path)
    }

    /// Binds and listens. A socket that is there already is replaced if nobody listens at it, which a connection to
    /// it shows; else the error is `.addressInUse`. Anything else that is there is left alone.
    ///
    /// `backlog` connections may wait to be accepted, SOMAXCONN where it is nil. The kernel keeps nothing for them
    /// until they come.
    ///
    /// Nobody can connect before owner and mode are as asked: that takes listen(2), which comes last.
    public static func bind(
        _ path: String, permissions: UInt32, group: UInt32? = nil, backlog: Int32? = nil
    ) throws(SystemError) -> UnixListener {
        let address = try UnixAddress(path)
        guard !address.isAbstract else {
            throw SystemError("bind", path, .invalidArgument, explanation: "a socket with a mode needs a path")
        }
        // Between the probe of a dead socket and its replacement another daemon could bind.
        return try FolderLock.hold(ofFileAt: path) { () throws(SystemError) in
            let socket = try bindReplacingDead(address, permissions)
            do throws(SystemError) {
                let file = try setGroupAndMode(path, permissions, group)
                let number = socket.number
                _ = try naming("listen", path) { () throws(Errno) in
                    try system { listen(number, backlog ?? Int32(SOMAXCONN)) }
                }
                return UnixListener(socket, path: path, boundFile: file)
            } catch {
                unlink(path)
                throw error
            }
        }
    }

    /// Takes over a socket that the service manager made and keeps: its file is not touched. Throws when it is not
    /// a listening Unix stream socket.
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
                "take over the passed socket", .invalidArgument, explanation: "it is no listening Unix stream socket"
            )
        } catch {
            throw SystemError("take over the passed socket", error)
        }
        return UnixListener(descriptor, path: path, boundFile: nil)
    }

    /// accept4(2): the next who wants to be connected, or nil.
    ///
    /// `.tooManyDescriptors` leaves the connection waiting, so the listener stays readable: stop watching it until
    /// a descriptor has become free.
    public borrowing func accept() throws(Errno) -> UnixConnection? {
        let number = descriptor.number
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        while true {
            do throws(Errno) {
                return UnixConnection(Descriptor(owning: try uninterrupted { linux_accept4(number, flags) }))
            } catch .wouldBlock {
                return nil
            } catch .connectionAborted {
                // It went away before it was its turn; the next may be there.
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
                throw SystemError("bind", path, .fileExists, explanation: "a file that is no socket is there")
            }
            guard try isDead(address) else {
                throw SystemError("bind", path, .addressInUse, explanation: "another process listens there")
            }
            return try naming("bind", path) { () throws(Errno) in
                _ = try system { unlink(path) }
                return try bindNew(address, permissions)
            }
        } catch .noSuchFile {
            throw SystemError("bind", path, .noSuchFile, explanation: "its folder is not there")
        } catch {
            throw SystemError("bind", path, error)
        }
    }

    private static func bindNew(_ address: UnixAddress, _ permissions: UInt32) throws(Errno) -> Descriptor {
        let socket = try Descriptor.unixSocket(SOCK_STREAM, nonBlocking: true)
        let number = socket.number
        // bind(2) gives the file the socket's own mode, less the umask.
        _ = try system { fchmod(number, permissions) }
        _ = try system { address.withSocketAddress { Glibc.bind(number, $0, $1) } }
        return socket
    }

    /// Whether a socket file is one at which nobody listens any more.
    private static func isDead(_ address: UnixAddress) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try UnixConnection.connect(to: address.description)
            return false
        } catch {
            switch error.errno {
            case .connectionRefused, .noSuchFile: return true
            // Alive, but it has more connections waiting than it takes, or is a socket of another type.
            case .wouldBlock, .wrongProtocolType: return false
            default: throw error
            }
        }
    }

    /// Gives the new file its group and the bits of its mode that the umask took.
    private static func setGroupAndMode(
        _ path: String, _ permissions: UInt32, _ group: UInt32?
    ) throws(SystemError) -> FileStatus.Identity {
        if let group {
            _ = try naming("change the group of", path) { () throws(Errno) in
                try system { lchown(path, uid_t.max, group) }
            }
        }
        let file = try naming("stat", path) { () throws(Errno) in
            try FileStatus(path: path, followingLinks: false)
        }
        if file.permissions != permissions {
            _ = try naming("change the mode of", path) { () throws(Errno) in
                try system { chmod(path, permissions) }
            }
        }
        return file.identity
    }
}

extension Descriptor {
    /// getsockname(2): the path that a Unix socket is bound to; nil if it has none.
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
