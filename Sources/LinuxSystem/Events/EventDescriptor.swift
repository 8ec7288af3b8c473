internal import CLinux
internal import Glibc

/// eventfd(2): wakes a loop from another thread. The sender stores its message elsewhere before it signals.
public final class EventDescriptor: Sendable {
    public let descriptor: Descriptor

    public init() throws(Errno) {
        let flags = Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC)
        descriptor = Descriptor(owning: try system { eventfd(0, flags) })
    }

    /// Makes the descriptor readable. Can be called on any thread. Several signals before `clear` count as one.
    public func signal() {
        // The write fails only with EAGAIN, after 2^64-2 signals without a `clear`. Even then the descriptor is
        // readable.
        var one: UInt64 = 1
        _ = withUnsafeBytes(of: &one) { bytes in
            try? descriptor.write(bytes)
        }
    }

    /// Makes the descriptor unreadable. Call this function before reading the messages: a message that is stored during
    /// the reading then makes the descriptor readable again.
    public func clear() {
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { bytes in
            try? descriptor.read(into: bytes)
        }
    }
}
