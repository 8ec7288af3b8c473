import WheelCore
import WheelModel

/// Two fingers that may begin to turn their control.
///
/// The turn begins once the line between the fingers has rotated by 5°, or by 10° if one finger rests. Only the
/// rotation after this threshold moves the control, so that the value does not jump. Fingers that move in the same
/// direction do not turn the control.
struct Twist: Sendable {
    private var first: Point
    private var second: Point
    /// The angle of the line at the start of the measurement, and its last angle; `nil` while the fingers are too close
    /// together for an angle.
    private var line: (start: Angle, last: Angle)?

    static let threshold = Angle.degrees(5)
    /// The threshold while one finger rests. This threshold is higher, because the line also rotates in a swipe in
    /// which one finger starts later or stops earlier than the other.
    static let thresholdAboutOne = Angle.degrees(10)

    init(_ first: Finger.Spot, _ second: Finger.Spot, slop: Double) {
        self.first = first.onPage
        self.second = second.onPage
        line = first.angle(to: second, least: slop).map { ($0, $0) }
    }

    /// Returns the angle of the line at which the fingers begin to turn the control; `nil` until they begin.
    mutating func begins(_ newFirst: Finger.Spot, _ newSecond: Finger.Spot, slop: Double) -> Angle? {
        guard let line, let angle = newFirst.angle(to: newSecond, least: slop) else {
            self = Twist(newFirst, newSecond, slop: slop)
            return nil
        }
        let ways = (newFirst.onPage - first, newSecond.onPage - second)
        let (shorter, longer) = (min(ways.0.length, ways.1.length), max(ways.0.length, ways.1.length))
        let product = ways.0.dx * ways.1.dx + ways.0.dy * ways.1.dy
        if shorter >= slop, product > shorter * longer / 2 {
            // Both fingers have moved in the same direction, so the measurement begins again, and the rotation so far
            // does not count.
            self = Twist(newFirst, newSecond, slop: slop)
            return nil
        }
        let now = angle.unwrapped(near: line.start)
        // A finger that moves less than a quarter of the other's distance counts as resting: it only trembles.
        let quarter = longer * longer / 4
        guard product <= quarter else {
            // Both fingers move in the same direction, by different distances, so the rotation so far does not count.
            self.line = (now, now)
            return nil
        }
        let threshold = product < -quarter ? Twist.threshold : Twist.thresholdAboutOne
        guard (now - line.start).magnitude >= threshold else {
            self.line = (line.start, now)
            return nil
        }
        // The turn begins at the threshold. If the threshold has dropped from 10° to 5° since the last frame, the line
        // may already be beyond the threshold. Then the turn begins at the line's last angle.
        return now > line.start ? max(line.start + threshold, line.last) : min(line.start - threshold, line.last)
    }
}
