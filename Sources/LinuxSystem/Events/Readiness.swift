internal import CLinux

/// Conditions of a descriptor that are watched for or reported. Each member is an EPOLL flag of epoll_ctl(2).
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static var readable: Readiness { Readiness(rawValue: EPOLLIN.rawValue) }
    public static var writable: Readiness { Readiness(rawValue: EPOLLOUT.rawValue) }
    /// The peer has shut down its writing half. There may still be bytes to read.
    public static var peerClosed: Readiness { Readiness(rawValue: EPOLLRDHUP.rawValue) }
    /// Both halves of the connection are closed, or the device was removed. The kernel reports this condition even if
    /// it is not watched for.
    public static var hangup: Readiness { Readiness(rawValue: EPOLLHUP.rawValue) }
    /// The kernel reports this condition even if it is not watched for.
    public static var error: Readiness { Readiness(rawValue: EPOLLERR.rawValue) }

    /// Whether a read will return at once: with bytes, with the end, or with an error.
    public var callsForRead: Bool { !isDisjoint(with: [.readable, .peerClosed, .hangup, .error]) }
}
