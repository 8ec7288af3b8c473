internal import CLinux
internal import Glibc

/// The attributes of a file, stat(2).
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case regular, directory, symbolicLink, socket, pipe, characterDevice, blockDevice, other
    }

    /// Identifies a file independently of its name.
    public struct Identity: Hashable, Sendable {
        public let device: UInt64
        public let inode: UInt64
    }

    public let kind: Kind
    public let identity: Identity
    /// The twelve bits that chmod(2) sets.
    public let permissions: UInt32
    public let user: UInt32
    public let group: UInt32
    /// The device numbers of a device file.
    public let deviceMajor: UInt32
    public let deviceMinor: UInt32

    /// Calls stat(2), or lstat(2) if `followingLinks` is false.
    public init(path: String, followingLinks: Bool = true) throws(Errno) {
        var status = stat()
        _ = try system { followingLinks ? stat(path, &status) : lstat(path, &status) }
        self.init(status)
    }

    /// fstat(2).
    public init(of descriptor: borrowing Descriptor) throws(Errno) {
        try self.init(number: descriptor.number)
    }

    /// fstat(2), for a descriptor that this program does not own, such as standard error.
    public init(number: Int32) throws(Errno) {
        var status = stat()
        _ = try system { fstat(number, &status) }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            case S_IFIFO: .pipe
            case S_IFCHR: .characterDevice
            case S_IFBLK: .blockDevice
            default: .other
            }
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        permissions = status.st_mode & 0o7777
        user = status.st_uid
        group = status.st_gid
        deviceMajor = linux_device_major(UInt64(status.st_rdev))
        deviceMinor = linux_device_minor(UInt64(status.st_rdev))
    }
}
