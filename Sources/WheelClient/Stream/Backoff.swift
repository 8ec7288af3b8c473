import WheelCore

/// The pause before the next attempt to connect. It doubles with each failure, and has a random part, so that many programs
/// do not connect at the same moment after a restart.
///
/// The defaults are those of `Client`, of every connection to the daemon, of wheel-rig, and of wheel-osc by TCP.
public struct Backoff: Equatable, Sendable {
    /// The pause before the second attempt. Each further pause is twice as long.
    public var first: Interval
    public var longest: Interval

    public init(first: Interval = .seconds(0.1), longest: Interval = .seconds(5)) {
        self.first = first
        self.longest = longest
    }

    /// How long a good connection lasts at least.
    static let lasting = Interval.seconds(5)

    /// The pause after a connection, or an attempt, that has lasted so long. Only one that has lasted begins the pauses anew: a
    /// daemon that greets, and then refuses what every connection begins with, would be asked ten times a second.
    package func pause(afterLasting lasted: Interval, failures: inout Int, chance: Double) -> Interval {
        failures = lasted >= Backoff.lasting ? 1 : failures + 1
        return pause(afterFailures: failures, chance: chance)
    }

    /// The pause after this many failures. `chance` is a random number in 0…1.
    package func pause(afterFailures failures: Int, chance: Double) -> Interval {
        // More doublings reach `longest` in any case.
        let doublings = min(max(0, failures - 1), 40)
        let full = min(Double(longest.microseconds), Double(first.microseconds) * Double(1 << doublings))
        return Interval(microseconds: Int64(full * (0.75 + 0.25 * chance)))
    }
}
