import WheelCore
import WheelModel

/// The scroll offset of rows, which a finger drags and which may glide after the finger has lifted.
///
/// The offset during a glide is computed from its start and the time. So a glide needs no wake-ups, and a display and a
/// touch at the same time see the same rows. A glide slows down towards its end: after half of its time it has covered
/// seven eighths of the distance.
public struct Scroll: Equatable, Sendable {
    /// The offsets at the start and at the end of a glide, in rows.
    private var from: Double
    private var to: Double
    private var start = Instant(microseconds: 0)
    private var duration = Interval.zero

    static let longestGlide = Interval.seconds(1)
    private static let shortestGlide = Interval.milliseconds(150)

    /// The scroll of rows that are at rest at this offset.
    public init(at offset: Double) { (from, to) = (offset, offset) }

    public func isMoving(at time: Instant) -> Bool { time - start < duration }

    public func offset(at time: Instant) -> Double {
        guard isMoving(at: time) else { return to }
        let left = 1 - max(0, (time - start).seconds / duration.seconds)
        return to - (to - from) * left * left * left
    }

    /// The offset at which the rows will rest.
    var end: Double { to }

    /// A glide from `offset` to a whole row or an end, beginning with a speed in rows per second.
    static func fling(from offset: Double, speed: Double, in offsets: ClosedRange<Double>, at time: Instant) -> Scroll {
        // A glide that begins with this speed covers a third of the distance that the same speed, if constant, would
        // cover in the same time.
        let far = offset + speed * longestGlide.seconds / 3
        let end = min(max(far.rounded(), offsets.lowerBound), offsets.upperBound)
        let seconds = speed == 0 ? 0 : 3 * (end - offset).magnitude / speed.magnitude
        return glide(from: offset, to: end, in: .seconds(min(seconds, longestGlide.seconds)), at: time)
    }

    static func glide(from offset: Double, to end: Double, in duration: Interval = .zero, at time: Instant) -> Scroll {
        var scroll = Scroll(at: end)
        guard offset != end else { return scroll }
        scroll.from = offset
        scroll.start = time
        scroll.duration = max(duration, shortestGlide)
        return scroll
    }
}
