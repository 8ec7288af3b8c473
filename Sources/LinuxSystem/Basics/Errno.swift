internal import CLinux
internal import Glibc

/// An error number of the kernel or the C library. The description of an error reads "ENODEV (No such device)".
public struct Errno: Error, RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The `errno` of the calling thread. Read `errno` before any other call, which may change it.
    @inline(__always)
    public static var last: Errno { Errno(rawValue: errno) }

    public static var accessDenied: Errno { Errno(rawValue: EACCES) }
    public static var addressInUse: Errno { Errno(rawValue: EADDRINUSE) }
    public static var brokenPipe: Errno { Errno(rawValue: EPIPE) }
    public static var busy: Errno { Errno(rawValue: EBUSY) }
    public static var connectionAborted: Errno { Errno(rawValue: ECONNABORTED) }
    public static var connectionRefused: Errno { Errno(rawValue: ECONNREFUSED) }
    public static var fileExists: Errno { Errno(rawValue: EEXIST) }
    public static var fileTooLarge: Errno { Errno(rawValue: EFBIG) }
    public static var inProgress: Errno { Errno(rawValue: EINPROGRESS) }
    public static var inputOutput: Errno { Errno(rawValue: EIO) }
    public static var invalidArgument: Errno { Errno(rawValue: EINVAL) }
    public static var nameTooLong: Errno { Errno(rawValue: ENAMETOOLONG) }
    public static var noDevice: Errno { Errno(rawValue: ENODEV) }
    public static var noSuchAddress: Errno { Errno(rawValue: ENXIO) }
    public static var noSuchFile: Errno { Errno(rawValue: ENOENT) }
    public static var notDirectory: Errno { Errno(rawValue: ENOTDIR) }
    public static var notImplemented: Errno { Errno(rawValue: ENOSYS) }
    public static var notPermitted: Errno { Errno(rawValue: EPERM) }
    public static var notTerminal: Errno { Errno(rawValue: ENOTTY) }
    public static var outOfRange: Errno { Errno(rawValue: ERANGE) }
    public static var timedOut: Errno { Errno(rawValue: ETIMEDOUT) }
    public static var tooManyDescriptors: Errno { Errno(rawValue: EMFILE) }
    public static var tooManyLinks: Errno { Errno(rawValue: ELOOP) }
    public static var wrongProtocolType: Errno { Errno(rawValue: EPROTOTYPE) }
    /// EAGAIN, which equals EWOULDBLOCK on Linux.
    public static var wouldBlock: Errno { Errno(rawValue: EAGAIN) }
}

extension Errno {
    /// Whether the error is temporary. A retry may succeed, so the caller must not continue as if the file or device
    /// did not exist.
    public var isTransient: Bool {
        [EINTR, EIO, EAGAIN, ENOMEM, ENFILE, EMFILE, ENOBUFS].contains(rawValue)
    }
}

extension Errno: CustomStringConvertible {
    /// The symbol, such as "ENODEV", or "errno 4711" if the C library does not know the number.
    public var name: String {
        linux_error_name(rawValue).map { String(cString: $0) } ?? "errno \(rawValue)"
    }

    public var description: String {
        guard let text = linux_error_text(rawValue) else { return name }
        return "\(name) (\(String(cString: text)))"
    }
}
