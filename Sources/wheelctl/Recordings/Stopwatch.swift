import LinuxSystem
import WheelCore

/// Ends a recording or a measurement: at SIGINT or SIGTERM, or after a time.
final class Stopwatch {
    private let signals: SignalDescriptor
    private let end: Instant?

    init(seconds: Double?) throws(Failure) {
        do throws(Errno) {
            signals = try SignalDescriptor([.interrupt, .terminate])
        } catch {
            throw Failure(.refused, "signals", "cannot be received: \(error)")
        }
        end = seconds.map { MonotonicClock.now + .seconds($0) }
    }

    var isOver: Bool {
        if let end, MonotonicClock.now >= end { return true }
        return (try? signals.next()) != nil
    }
}
