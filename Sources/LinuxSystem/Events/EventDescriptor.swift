internal import CLinux
internal import Glibc
public import WheelGeometry

/// eventfd(2): wakes a loop from another thread. What there is to do is told some other way, before the signal.
public final class EventDescriptor: Sendable {
    public let descriptor: Descriptor

    public init() throws(Errno) {
        let flags = Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)
        descriptor = Descriptor(owning: try system { eventfd(0, flags) })
    }

    /// Makes the descriptor readable, from any thread; signals before the next `clear` are one.
    public func signal() {
        // Fails only with EAGAIN, when 2^64-2 signals have not been cleared: it is readable then all the same.
        var one: UInt64 = 1
        _ = withUnsafeBytes(of: &one) { bytes in
            try? descriptor.write(bytes)
        }
    }

    /// Makes it unreadable again, before the work is looked for: a signal that comes meanwhile is kept.
    public func clear() {
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { bytes in
            try? descriptor.read(into: bytes)
        }
    }

    /// poll(2): waits until it is readable or the time is over, for a thread that has nothing else to wait for. A signal
    /// handler begins the time anew.
    public func wait(atMost timeout: Interval? = nil) {
        let milliseconds = timeout.map { Int32(clamping: max(0, $0.microseconds) / 1000) } ?? -1
        var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        // Fails only without memory in the kernel; the caller looks at what there is to do in any case.
        _ = try? uninterrupted { poll(&polled, 1, milliseconds) }
    }
}
