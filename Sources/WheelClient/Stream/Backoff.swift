import WheelCore

/// The pause before the next attempt to connect. The pause doubles with each failure, and is shortened by a random part
/// of at most a quarter, so that many programs do not connect at the same moment after a restart.
///
/// The default pauses are used for connections to the daemon, to the rig of wheel-rig, and to a TCP peer of wheel-osc.
/// For brokers of MQTT, `MQTTConnector` has longer pauses, and shortens them by up to a half.
public struct Backoff: Equatable, Sendable {
    /// The pause before the second attempt.
    public var first: Interval
    public var longest: Interval

    public init(first: Interval = .seconds(0.1), longest: Interval = .seconds(5)) {
        self.first = first
        self.longest = longest
    }

    /// After a connection that has lasted at least this long, the pauses begin again with `first`.
    static let lasting = Interval.seconds(5)

    /// The pause after a connection or an attempt of the duration `lasted`. Only a connection of at least `lasting`
    /// resets the pauses. If every connection reset them, the program would connect ten times per second to a daemon
    /// that greets each connection and then closes it.
    package func pause(afterLasting lasted: Interval, failures: inout Int, chance: Double) -> Interval {
        failures = lasted >= Backoff.lasting ? 1 : failures + 1
        return pause(afterFailures: failures, chance: chance)
    }

    /// The pause after this many failures. `chance` is a random number in 0…1.
    package func pause(afterFailures failures: Int, chance: Double) -> Interval {
        // The limit of 40 prevents an overflow: further doublings would exceed `longest` in any case.
        let doublings = min(max(0, failures - 1), 40)
        let full = min(Double(longest.microseconds), Double(first.microseconds) * Double(1 << doublings))
        return Interval(microseconds: Int64(full * (0.75 + 0.25 * chance)))
    }
}
