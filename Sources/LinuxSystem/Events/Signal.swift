internal import Glibc

public struct Signal: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static var hangup: Signal { Signal(rawValue: SIGHUP) }
    public static var interrupt: Signal { Signal(rawValue: SIGINT) }
    public static var terminate: Signal { Signal(rawValue: SIGTERM) }
    public static var brokenPipe: Signal { Signal(rawValue: SIGPIPE) }
    /// A child has ended.
    public static var childEnded: Signal { Signal(rawValue: SIGCHLD) }
    /// Ctrl-Z was pressed in the terminal.
    public static var terminalStop: Signal { Signal(rawValue: SIGTSTP) }
    public static var windowChange: Signal { Signal(rawValue: SIGWINCH) }
    public static var processorTimeLimit: Signal { Signal(rawValue: SIGXCPU) }

    /// Stops the process as Ctrl-Z does, and returns when the process is continued. Does nothing if no shell could
    /// continue the process, because the kernel then ignores the signal. The signal is unblocked only for the stop and
    /// blocked again afterwards, as a `SignalDescriptor` requires.
    public static func stopProcess() {
        SignalMask.unblock([.terminalStop])
        raise(SIGTSTP)
        SignalMask.block([.terminalStop])
    }

    /// signal(2) with SIG_IGN. For example, a program that writes to pipes ignores SIGPIPE.
    public static func ignore(_ signal: Signal) {
        Glibc.signal(signal.rawValue, SIG_IGN)
    }
}

/// The blocked signals of the calling thread, pthread_sigmask(3). A new thread inherits the mask.
public enum SignalMask {
    public static func block(_ signals: [Signal]) {
        var set = sigset_t(signals)
        // The call cannot fail, since its first argument is valid.
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    public static func unblock(_ signals: [Signal]) {
        var set = sigset_t(signals)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}

extension sigset_t {
    init(_ signals: [Signal]) {
        self.init()
        sigemptyset(&self)
        for signal in signals {
            let result = sigaddset(&self, signal.rawValue)
            precondition(result == 0, "there is no signal \(signal.rawValue)")
        }
    }
}
