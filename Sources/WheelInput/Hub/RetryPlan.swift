import WheelCore
import WheelModel

/// The time of the next retry, for changes that may not be reported: new access rights, released lines, new links.
///
/// The first retry is after a second, since the user may be solving the problem at that moment. Then the pauses double,
/// up to `longest`, so that an input whose device never arrives rarely wakes the machine.
struct RetryPlan {
    static let first = Interval.milliseconds(1000)
    static let longest = Interval.seconds(64)

    private(set) var due: Instant?
    private var next = first

    mutating func plan(at time: Instant) {
        guard due == nil else { return }
        due = time + next
        next = min(Interval(microseconds: 2 * next.microseconds), Self.longest)
    }

    /// Whether a retry is due. Returns true once per planned retry.
    mutating func consume(at time: Instant) -> Bool {
        guard let planned = due, planned <= time else { return false }
        due = nil
        return true
    }

    /// Cancels the planned retry. The next one is planned with the shortest pause.
    mutating func startAnew() {
        due = nil
        next = Self.first
    }
}
