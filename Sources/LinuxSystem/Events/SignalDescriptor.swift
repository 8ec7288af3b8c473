internal import CLinux
internal import Glibc

/// signalfd(2): signals as something to read.
public final class SignalDescriptor {
    /// A signal that has come, and who sent it.
    public struct Received: Hashable, Sendable {
        public let signal: Signal
        public let process: Int32
        public let user: UInt32
    }

    public let descriptor: Descriptor

    /// Blocks the signals in the calling thread, so make it before any other thread is started: a thread that does
    /// not block them would take them in their ordinary way. They stay blocked at the end of this.
    public init(_ signals: [Signal]) throws(Errno) {
        SignalMask.block(signals)
        var set = sigset_t(signals)
        let flags = Int32(SFD_NONBLOCK) | Int32(SFD_CLOEXEC)
        descriptor = Descriptor(owning: try system { signalfd(-1, &set, flags) })
    }

    /// The next signal that has come, or nil.
    public func next() throws(Errno) -> Received? {
        var information = signalfd_siginfo()
        let number = descriptor.number
        let size = MemoryLayout<signalfd_siginfo>.size
        do throws(Errno) {
            _ = try uninterrupted { read(number, &information, size) }
        } catch .wouldBlock {
            return nil
        }
        return Received(
            signal: Signal(rawValue: Int32(bitPattern: information.ssi_signo)),
            process: Int32(bitPattern: information.ssi_pid),
            user: information.ssi_uid
        )
    }
}
