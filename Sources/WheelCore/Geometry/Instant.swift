/// A point in time on the kernel's monotonic clock (CLOCK_MONOTONIC), in whole microseconds. See
/// docs/decisions/time.md.
public struct Instant: Equatable, Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public static let distantPast = Instant(microseconds: .min)
    public static let distantFuture = Instant(microseconds: .max)

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// Saturates instead of trapping, because times are external input.
    public static func + (instant: Instant, interval: Interval) -> Instant {
        let (sum, overflow) = instant.microseconds.addingReportingOverflow(interval.microseconds)
        guard overflow else { return Instant(microseconds: sum) }
        return Instant(microseconds: interval.microseconds < 0 ? .min : .max)
    }

    /// Negative if `later` is before `earlier`. Saturates instead of trapping.
    public static func - (later: Instant, earlier: Instant) -> Interval {
        let (difference, overflow) = later.microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return Interval(microseconds: difference) }
        return Interval(microseconds: later.microseconds < earlier.microseconds ? .min : .max)
    }

    /// The earlier of two times, each of which may be missing.
    public static func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
