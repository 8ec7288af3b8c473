import WheelGeometry

/// Two fingers that may come to turn their control.
///
/// They do so once the line between them has turned by 5°, and from there on, so that nothing jumps. Fingers that go the
/// same way turn nothing, however their line wavers.
struct Twist: Sendable {
    private var first: Point
    private var second: Point
    /// From where the line's turn is counted; `nil` while the fingers are too near one another for an angle.
    private var start: Angle?

    static let threshold = Angle.degrees(5)

    init(_ first: Finger.Spot, _ second: Finger.Spot, slop: Double) {
        self.first = first.onPage
        self.second = second.onPage
        start = first.angle(to: second, least: slop)
    }

    /// The angle of the line from which the fingers turn their control; `nil` while they do not.
    mutating func begins(_ newFirst: Finger.Spot, _ newSecond: Finger.Spot, slop: Double) -> Angle? {
        guard let start, let angle = newFirst.angle(to: newSecond, least: slop) else {
            self = Twist(newFirst, newSecond, slop: slop)
            return nil
        }
        let ways = (newFirst.onPage - first, newSecond.onPage - second)
        let (shorter, longer) = (min(ways.0.length, ways.1.length), max(ways.0.length, ways.1.length))
        let product = ways.0.dx * ways.1.dx + ways.0.dy * ways.1.dy
        if shorter >= slop, product > shorter * longer / 2 {
            // Both have gone the same way: what their line has turned by that is forgotten.
            self = Twist(newFirst, newSecond, slop: slop)
            return nil
        }
        let now = angle.unwrapped(near: start)
        guard (now - start).magnitude >= Twist.threshold else { return nil }
        let begin = now > start ? start + Twist.threshold : start - Twist.threshold
        // One that goes along with the other, if less far, is no pivot.
        guard product <= longer * longer / 4 else {
            self.start = start + (now - begin)
            return nil
        }
        return begin
    }
}
