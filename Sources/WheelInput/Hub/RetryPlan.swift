import WheelCore
import WheelModel

/// The time of the next retry for changes that nothing reports: new rights, released lines, new links.
///
/// The first retry is after a second, since a user may be working on it. Then the pauses double, so that an input that waits
/// for ever hardly wakes the machine.
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

    /// Whether a retry is due. True once for each.
    mutating func consume(at time: Instant) -> Bool {
        guard let planned = due, planned <= time else { return false }
        due = nil
        return true
    }

    /// Something has changed: cancels the retry and starts with the shortest pause again.
    mutating func startAnew() {
        due = nil
        next = Self.first
    }
}
