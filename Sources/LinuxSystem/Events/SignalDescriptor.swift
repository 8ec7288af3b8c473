internal import CLinux
internal import Glibc

/// signalfd(2): receives signals through a descriptor.
public final class SignalDescriptor {
    public let descriptor: Descriptor

    /// Blocks the signals in the calling thread. Create the descriptor before other threads start: the kernel may
    /// deliver a signal to a thread that does not block it, and the signal's ordinary handler would run. `deinit` does
    /// not unblock the signals.
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
