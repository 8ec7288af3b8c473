import WheelGeometry
import WheelModel

/// When to try again what nobody tells of: rights that change, lines that are given back, links that are made.
///
/// Soon at first, since somebody may be at it; then more and more rarely, so that an input which waits for good hardly
/// wakes the machine.
struct RetryPlan {
    static let first = Interval.milliseconds(1000)
    static let longest = Interval.seconds(64)

    private(set) var due: Instant?
    private var next = first

    /// Something failed: it is tried again when its time has come.
    mutating func plan(at time: Instant) {
        guard due == nil else { return }
        due = time + next
        next = min(Interval(microseconds: 2 * next.microseconds), Self.longest)
    }

    /// True once when the time has come.
    mutating func consume(at time: Instant) -> Bool {
        guard let planned = due, planned <= time else { return false }
        due = nil
        return true
    }

    /// Something has changed: what is planned from now on is soon.
    mutating func startAnew() {
        due = nil
        next = Self.first
    }
}
