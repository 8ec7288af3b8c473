import LinuxSystem

/// Handles signals, read from a descriptor (signalfd).
///
/// SIGHUP has two meanings. A person or a service manager sends it for a reload. The kernel sends it when the terminal was closed,
/// and a shell that got it passes it on to its jobs; then nobody can see the instrument any more. Who has sent it does not tell
/// the two apart, since `kill` is a part of most shells. But a terminal that was closed is none any more before the signal comes.
final class SignalHandler: EventHandler {
    private unowned let daemon: Daemon
    private let signals: SignalDescriptor
    /// Whether wheeld was started in a terminal by a person.
    private let needsTerminal: Bool

    init(_ daemon: Daemon, _ signals: SignalDescriptor, needsTerminal: Bool) {
        self.daemon = daemon
        self.signals = signals
        self.needsTerminal = needsTerminal
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        while let signal = try? signals.next() {
            switch signal {
            // A mistake is in the log.
            case .hangup where !needsTerminal || Terminal.isTerminal(0): try? daemon.reload()
            default: daemon.isEnding = true
            }
        }
    }
}
