/// A point in time on the kernel's monotonic clock (CLOCK_MONOTONIC), in whole microseconds.
public struct Instant: Equatable, Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// Later by `interval`; saturates instead of trapping, since times come from outside.
    public static func + (instant: Instant, interval: Interval) -> Instant {
        let (sum, overflow) = instant.microseconds.addingReportingOverflow(interval.microseconds)
        guard overflow else { return Instant(microseconds: sum) }
        return Instant(microseconds: interval.microseconds < 0 ? .min : .max)
    }

    /// From `earlier` to `later`, negative when time ran backwards; saturates instead of trapping.
    public static func - (later: Instant, earlier: Instant) -> Interval {
        let (difference, overflow) = later.microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return Interval(microseconds: difference) }
        return Interval(microseconds: later.microseconds < earlier.microseconds ? .min : .max)
    }
}
