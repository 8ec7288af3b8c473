import WheelGeometry

/// Two fingers that may come to turn their control.
///
/// They begin to turn it when the line between them has turned by 5°, or by 10° where one finger rests. What the line turns
/// after that moves the control, so that nothing jumps. Fingers that go the same way turn nothing.
struct Twist: Sendable {
    private var first: Point
    private var second: Point
    /// From where the line's turn is counted, and where the line was last; `nil` while the fingers are too near one another
    /// for an angle.
    private var line: (start: Angle, last: Angle)?

    static let threshold = Angle.degrees(5)
    /// More is needed where one finger rests: it may be about to follow the other, or may have stopped before it.
    static let thresholdAboutOne = Angle.degrees(10)

    init(_ first: Finger.Spot, _ second: Finger.Spot, slop: Double) {
        self.first = first.onPage
        self.second = second.onPage
        line = first.angle(to: second, least: slop).map { ($0, $0) }
    }

    /// Takes a move of the fingers. Returns the line's angle at which they begin to turn the control; `nil` if they do not.
    mutating func begins(_ newFirst: Finger.Spot, _ newSecond: Finger.Spot, slop: Double) -> Angle? {
        guard let line, let angle = newFirst.angle(to: newSecond, least: slop) else {
            self = Twist(newFirst, newSecond, slop: slop)
            return nil
        }
        let ways = (newFirst.onPage - first, newSecond.onPage - second)
        let (shorter, longer) = (min(ways.0.length, ways.1.length), max(ways.0.length, ways.1.length))
        let product = ways.0.dx * ways.1.dx + ways.0.dy * ways.1.dy
        if shorter >= slop, product > shorter * longer / 2 {
            // Both have gone the same way. The line is measured anew from here: what it has turned so far does not count.
            self = Twist(newFirst, newSecond, slop: slop)
            return nil
        }
        let now = angle.unwrapped(near: line.start)
        // A finger that goes less than a quarter of the other's way only trembles: it rests.
        let quarter = longer * longer / 4
        guard product <= quarter else {
            // Both go the same way, one less far.
            self.line = (now, now)
            return nil
        }
        let threshold = product < -quarter ? Twist.threshold : Twist.thresholdAboutOne
        guard (now - line.start).magnitude >= threshold else {
            self.line = (line.start, now)
            return nil
        }
        // The turn begins at the threshold. Where that has just sunk from 10° to 5° the line is beyond it already, and
        // the turn begins where the line was last.
        return now > line.start ? max(line.start + threshold, line.last) : min(line.start - threshold, line.last)
    }
}
