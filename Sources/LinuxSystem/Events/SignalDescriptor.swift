internal import CLinux
internal import Glibc

/// signalfd(2): receives signals through a descriptor.
public final class SignalDescriptor {
    public let descriptor: Descriptor

    /// Blocks the signals in the calling thread. Create it before other threads start: a thread that does not block
    /// them would run their ordinary handlers. `deinit` does not unblock them.
    public init(_ signals: [Signal]) throws(Errno) {
        SignalMask.block(signals)
        var set = sigset_t(signals)
        let flags = Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC)
        descriptor = Descriptor(owning: try system { signalfd(-1, &set, flags) })
    }

    /// The next received signal, or nil.
    public func next() throws(Errno) -> Signal? {
        var information = signalfd_siginfo()
        let number = descriptor.number
        let size = MemoryLayout<signalfd_siginfo>.size
        do throws(Errno) {
            _ = try uninterrupted { read(number, &information, size) }
        } catch .wouldBlock {
            return nil
        }
        return Signal(rawValue: Int32(bitPattern: information.ssi_signo))
    }
}
