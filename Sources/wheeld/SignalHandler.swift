import LinuxSystem

/// Handles signals: SIGTERM and SIGINT end the daemon, and SIGHUP has two meanings.
///
/// A person or a service manager sends SIGHUP for a reload. The kernel sends it when the terminal was closed, and a shell that
/// got it passes it on to its jobs; then nobody can see the instrument any more, and the daemon ends. The sender does not
/// distinguish the two, since `kill` is a part of most shells. But when the terminal was closed, standard input is no terminal
/// any more.
final class SignalHandler: EventHandler {
    private unowned let daemon: Daemon
    private let signals: SignalDescriptor
    /// Whether a person has started wheeld in a terminal.
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
