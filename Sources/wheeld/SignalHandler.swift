import LinuxSystem

/// Handles signals: SIGTERM and SIGINT end the daemon. SIGHUP reloads the configuration or ends the daemon.
///
/// A person or a service manager sends SIGHUP for a reload. The kernel sends it when the terminal was closed, and a
/// shell that receives it forwards it to its jobs. Then nobody can see the instrument any more, and the daemon ends.
/// The sender of the signal does not distinguish the two cases: a shell may send it in either case, since `kill` is
/// built into most shells. But after the terminal was closed, standard input is no longer a terminal.
final class SignalHandler: EventHandler {
    private unowned let daemon: Daemon
    private let signals: SignalDescriptor
    /// Whether a person started wheeld in a terminal.
    private let needsTerminal: Bool

    init(_ daemon: Daemon, _ signals: SignalDescriptor, needsTerminal: Bool) {
        self.daemon = daemon
        self.signals = signals
        self.needsTerminal = needsTerminal
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        while let signal = try? signals.next() {
            switch signal {
            // Errors are ignored here, because `reload` logs the mistakes of the configuration.
            case .hangup where !needsTerminal || Terminal.isTerminal(0): try? daemon.reload()
            default: daemon.isEnding = true
            }
        }
    }
}
