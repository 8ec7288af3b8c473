internal import CLinux
internal import Glibc

/// eventfd(2): wakes a loop from another thread. The sender stores its message elsewhere before it signals.
public final class EventDescriptor: Sendable {
    public let descriptor: Descriptor

    public init() throws(Errno) {
        let flags = Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)
        descriptor = Descriptor(owning: try system { eventfd(0, flags) })
    }

    /// Makes the descriptor readable. Can be called on any thread; several signals before `clear` count as one.
    public func signal() {
        // Fails only with EAGAIN, after 2^64-2 signals without a `clear`. The descriptor is readable then, too.
        var one: UInt64 = 1
        _ = withUnsafeBytes(of: &one) { bytes in
            try? descriptor.write(bytes)
        }
    }

    /// Makes the descriptor unreadable. Call it before reading the messages, so that no later signal is lost.
    public func clear() {
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { bytes in
            try? descriptor.read(into: bytes)
        }
    }
}
