internal import Glibc

extension Descriptor {
    /// The flags of open(2); each member is an O_ flag. O_CLOEXEC is always added.
    public struct OpenMode: OptionSet, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        public static var read: OpenMode { OpenMode(rawValue: O_RDONLY) }
        public static var write: OpenMode { OpenMode(rawValue: O_WRONLY) }
        public static var readWrite: OpenMode { OpenMode(rawValue: O_RDWR) }
        public static var nonBlocking: OpenMode { OpenMode(rawValue: O_NONBLOCK) }
        public static var create: OpenMode { OpenMode(rawValue: O_CREAT) }
        /// With `create`: fails with `.fileExists` if the file exists.
        public static var exclusive: OpenMode { OpenMode(rawValue: O_EXCL) }
        public static var truncate: OpenMode { OpenMode(rawValue: O_TRUNC) }
        public static var directory: OpenMode { OpenMode(rawValue: O_DIRECTORY) }
        public static var noFollow: OpenMode { OpenMode(rawValue: O_NOFOLLOW) }
        /// A terminal does not become the process's controlling terminal.
        public static var noControllingTerminal: OpenMode { OpenMode(rawValue: O_NOCTTY) }
    }

    /// open(2), close-on-exec.
    public static func open(
        _ path: String, _ mode: OpenMode, permissions: UInt32 = 0o666
    ) throws(Errno) -> Descriptor {
        let flags = mode.rawValue | O_CLOEXEC
        return Descriptor(owning: try uninterrupted { Glibc.open(path, flags, permissions) })
    }
}
