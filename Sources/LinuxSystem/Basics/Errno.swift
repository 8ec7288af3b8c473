internal import CLinux
internal import Glibc

/// A number that the kernel or the C library gave as the reason of a failure; prints as "ENODEV (No such device)".
public struct Errno: Error, RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// What the last failed call of this thread left in `errno`: to be taken before anything else is called.
    @inline(__always)
    public static var last: Errno { Errno(rawValue: errno) }

    public static var accessDenied: Errno { Errno(rawValue: EACCES) }
    public static var addressInUse: Errno { Errno(rawValue: EADDRINUSE) }
    public static var brokenPipe: Errno { Errno(rawValue: EPIPE) }
    public static var busy: Errno { Errno(rawValue: EBUSY) }
    public static var connectionAborted: Errno { Errno(rawValue: ECONNABORTED) }
    public static var connectionRefused: Errno { Errno(rawValue: ECONNREFUSED) }
    public static var connectionReset: Errno { Errno(rawValue: ECONNRESET) }
    public static var fileExists: Errno { Errno(rawValue: EEXIST) }
    public static var fileTooLarge: Errno { Errno(rawValue: EFBIG) }
    public static var inputOutput: Errno { Errno(rawValue: EIO) }
    public static var invalidArgument: Errno { Errno(rawValue: EINVAL) }
    public static var nameTooLong: Errno { Errno(rawValue: ENAMETOOLONG) }
    public static var noDevice: Errno { Errno(rawValue: ENODEV) }
    public static var noSuchFile: Errno { Errno(rawValue: ENOENT) }
    public static var notDirectory: Errno { Errno(rawValue: ENOTDIR) }
    public static var notImplemented: Errno { Errno(rawValue: ENOSYS) }
    public static var notPermitted: Errno { Errno(rawValue: EPERM) }
    public static var notTerminal: Errno { Errno(rawValue: ENOTTY) }
    public static var outOfRange: Errno { Errno(rawValue: ERANGE) }
    public static var timedOut: Errno { Errno(rawValue: ETIMEDOUT) }
    public static var tooManyDescriptors: Errno { Errno(rawValue: EMFILE) }
    public static var wrongProtocolType: Errno { Errno(rawValue: EPROTOTYPE) }
    /// EAGAIN, which on Linux is EWOULDBLOCK too.
    public static var wouldBlock: Errno { Errno(rawValue: EAGAIN) }
}

extension Errno: CustomStringConvertible {
    /// The symbol, such as "ENODEV"; "errno 4711" for a number that the C library does not know.
    public var name: String {
        linux_error_name(rawValue).map { String(cString: $0) } ?? "errno \(rawValue)"
    }

    public var description: String {
        guard let text = linux_error_text(rawValue) else { return name }
        return "\(name) (\(String(cString: text)))"
    }
}
