internal import CLinux
internal import Glibc
public import WheelGeometry

/// What the service manager is told, as sd_notify(3) describes it; says nothing to nobody where there is none.
public final class NotifySocket {
    /// How often `watchdog` must be called at the latest: `WATCHDOG_USEC`, if `WATCHDOG_PID` is this process. Nil if
    /// nobody waits for it. Half of it is a good interval.
    public let watchdogInterval: Interval?

    private let manager: Manager?

    /// Takes `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` out of the environment: they are not for children.
    public convenience init() throws(SystemError) {
        try self.init(
            address: Environment.take("NOTIFY_SOCKET"),
            interval: Environment.take("WATCHDOG_USEC"),
            process: Environment.take("WATCHDOG_PID")
        )
    }

    /// From what those variables hold.
    init(address: String?, interval: String? = nil, process: String? = nil) throws(SystemError) {
        guard let address, !address.isEmpty else {
            manager = nil
            watchdogInterval = nil
            return
        }
        manager = try Manager(address)
        let isForUs = process.map { Int32($0) == getpid() } ?? true
        let microseconds = isForUs ? interval.flatMap { Int64($0) } ?? 0 : 0
        watchdogInterval = microseconds > 0 ? Interval(microseconds: microseconds) : nil
    }

    /// Whether somebody listens.
    public var isActive: Bool { manager != nil }

    /// `READY=1`: the start, or a reload, is over.
    public func ready(status: String? = nil) throws(SystemError) {
        try send("READY=1" + Self.line(status))
    }

    /// `RELOADING=1`, with the time that tells this reload from the one before; `ready` ends it.
    public func reloading(status: String? = nil) throws(SystemError) {
        try send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now.microseconds)" + Self.line(status))
    }

    /// `STOPPING=1`: the end has begun.
    public func stopping(status: String? = nil) throws(SystemError) {
        try send("STOPPING=1" + Self.line(status))
    }

    /// `STATUS=`: what the process is doing, for people. Lost if the manager is too busy to take it now.
    public func status(_ status: String) throws(SystemError) {
        try send("STATUS=\(Self.oneLine(status))", canBeLost: true)
    }

    /// `WATCHDOG=1`: the process is alive. Lost if the manager is too busy to take it now: half an interval later is
    /// early enough.
    public func watchdog() throws(SystemError) {
        try send("WATCHDOG=1", canBeLost: true)
    }

    private static func line(_ status: String?) -> String {
        status.map { "\nSTATUS=\(oneLine($0))" } ?? ""
    }

    /// A line break would begin the next assignment.
    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ message: String, canBeLost: Bool = false) throws(SystemError) {
        try manager?.send(message, canBeLost: canBeLost)
    }
}

/// The other end of the notify socket.
private final class Manager {
    private let socket: Descriptor
    private let address: UnixAddress

    init(_ path: String) throws(SystemError) {
        address = try UnixAddress(path)
        socket = try naming("notify", path) { () throws(Errno) in
            try Descriptor.unixSocket(SOCK_DGRAM, nonBlocking: false)
        }
    }

    /// The socket is not connected: the manager may be replaced while the process runs.
    func send(_ message: String, canBeLost: Bool) throws(SystemError) {
        let number = socket.number
        let flags = Int32(MSG_NOSIGNAL) | (canBeLost ? Int32(MSG_DONTWAIT) : 0)
        var message = message
        do throws(Errno) {
            _ = try uninterrupted {
                message.withUTF8 { text in
                    address.withSocketAddress { sendto(number, text.baseAddress, text.count, flags, $0, $1) }
                }
            }
        } catch .wouldBlock where canBeLost {
            return
        } catch {
            throw SystemError("notify", address.description, error)
        }
    }
}
