import WheelGeometry
import WheelModel

/// How long to wait before the next attempt to connect: longer after each that failed, and never quite the same, so that
/// many programs do not all come at once when the daemon is back.
public struct Backoff: Equatable, Sendable {
    /// Before the second attempt; each further one waits twice as long.
    public var first: Interval
    public var longest: Interval

    public init(first: Interval = .seconds(0.1), longest: Interval = .seconds(5)) {
        self.first = first
        self.longest = longest
    }

    /// The pause after so many failures; `chance` is a random number in 0…1.
    func pause(afterFailures failures: Int, chance: Double) -> Interval {
        // Beyond this the longest has been reached, whatever the first is.
        let doublings = min(max(0, failures - 1), 40)
        let full = min(Double(longest.microseconds), Double(first.microseconds) * Double(1 << doublings))
        return Interval(microseconds: Int64(full * (0.75 + 0.25 * chance)))
    }
}
