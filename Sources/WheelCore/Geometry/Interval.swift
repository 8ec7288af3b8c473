/// A length of time in whole microseconds, the unit of evdev's timestamps.
public struct Interval: Equatable, Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public static let zero = Interval(microseconds: 0)

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func milliseconds(_ milliseconds: Int64) -> Interval {
        Interval(microseconds: milliseconds * 1000)
    }

    /// Rounds to the nearest microsecond. A value outside the range becomes the smallest or largest interval.
    public static func seconds(_ seconds: Double) -> Interval {
        Interval(microseconds: Int64(exactly: (seconds * 1e6).rounded()) ?? (seconds < 0 ? .min : .max))
    }

    public var seconds: Double { Double(microseconds) / 1e6 }

    public static func < (left: Interval, right: Interval) -> Bool { left.microseconds < right.microseconds }
}
