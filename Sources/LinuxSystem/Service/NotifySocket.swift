internal import CLinux
internal import Glibc
public import WheelCore

/// Sends notifications to the service manager, as sd_notify(3) describes. Does nothing without a service manager.
public final class NotifySocket {
    /// The longest permitted interval between calls of `watchdog`: `WATCHDOG_USEC`, if `WATCHDOG_PID` is this process
    /// or not set. Nil without a watchdog. Call `watchdog` twice in each interval.
    public let watchdogInterval: Interval?

    private let manager: Manager?

    /// Removes `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` from the environment, because children must not use
    /// them.
    public convenience init() throws(SystemError) {
        try self.init(
            address: Environment.consume("NOTIFY_SOCKET"),
            interval: Environment.consume("WATCHDOG_USEC"),
            process: Environment.consume("WATCHDOG_PID")
        )
    }

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

    public var isActive: Bool { manager != nil }

    /// `READY=1`: the start or a reload is complete.
    public func ready(status: String? = nil) throws(SystemError) {
        try send("READY=1" + (status.map { "\nSTATUS=\(Self.oneLine($0))" } ?? ""))
    }

    /// `RELOADING=1`, with the current time, which distinguishes this reload from earlier ones. `ready` ends the
    /// reload.
    public func reloading() throws(SystemError) {
        try send("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now.microseconds)")
    }

    /// `STOPPING=1`: the service begins to stop.
    public func stopping() throws(SystemError) {
        try send("STOPPING=1")
    }

    /// `STATUS=`: a status text for users. The message is lost if the socket's queue is full.
    public func status(_ status: String) throws(SystemError) {
        try send("STATUS=\(Self.oneLine(status))", canBeLost: true)
    }

    /// `WATCHDOG=1`. The message is lost if the socket's queue is full. The next message, half an interval later, comes
    /// when the interval ends, and may be too late.
    public func watchdog() throws(SystemError) {
        try send("WATCHDOG=1", canBeLost: true)
    }

    /// Replaces line breaks, because the text after a line break would be another assignment.
    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ message: String, canBeLost: Bool = false) throws(SystemError) {
        try manager?.send(message, canBeLost: canBeLost)
    }
}

private final class Manager {
    private let socket: Descriptor
    private let address: UnixAddress

    init(_ path: String) throws(SystemError) {
        address = try UnixAddress(path)
        socket = try naming("notify", path) { () throws(Errno) in
            try Descriptor.unixSocket(SOCK_DGRAM, nonBlocking: false)
        }
    }

    /// Sends a message to the service manager. The socket is not connected, because the service manager may restart
    /// while this process runs.
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
