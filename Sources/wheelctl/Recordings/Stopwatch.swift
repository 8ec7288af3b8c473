import LinuxSystem

/// Ends a recording: at SIGINT or SIGTERM, or after a time.
final class Stopwatch {
    private let signals: SignalDescriptor
    private let endMicroseconds: Int64?

    /// `nil` seconds: only a signal ends it.
    init(seconds: Double?) throws(Failure) {
        do throws(Errno) {
            signals = try SignalDescriptor([.interrupt, .terminate])
        } catch {
            throw Failure(.refused, "signals", "cannot be received: \(error)")
        }
        endMicroseconds = seconds.map { MonotonicClock.nowMicroseconds() + Int64($0 * 1_000_000) }
    }

    var isOver: Bool {
        if let endMicroseconds, MonotonicClock.nowMicroseconds() >= endMicroseconds { return true }
        return (try? signals.next()) != nil
    }
}
