import WheelGeometry
import WheelSettings

/// Two fingers on one control, or on none.
struct FingerPair: Sendable {
    var control: Int?
    let first: Int
    let second: Int
    var role: Role
    /// Recognises a sideways swipe, which changes the page; `nil` on a chart.
    let swipe: PageSwipe?
    /// The value to restore if the gesture becomes a swipe.
    var undo: Undo?

    enum Role: Sendable {
        /// Has not turned the control yet.
        case resting(Twist)
        /// Turns the control. The grip is `nil` while the fingers are too close together for an angle.
        case turning(Grip?)
        case chart(ChartGrip)
        /// On no control.
        case idle
    }

    func has(_ finger: Int) -> Bool { first == finger || second == finger }
}

/// Recognises two fingers that move in the same direction across the display.
struct PageSwipe: Sendable {
    private let first: Point
    private let second: Point
    /// The distance that both must move.
    private let length: Double

    init(_ first: Point, _ second: Point, length: Double) {
        self.first = first
        self.second = second
        self.length = length
    }

    /// A swipe to the left leads to the next page, as with paper; `nil` if it is not a swipe yet.
    func page(_ newFirst: Point, _ newSecond: Point) -> PageChoice? {
        let ways = (newFirst - first, newSecond - second)
        guard isSideways(ways.0), isSideways(ways.1), (ways.0.dx < 0) == (ways.1.dx < 0) else { return nil }
        return ways.0.dx < 0 ? .next : .previous
    }

    private func isSideways(_ way: Vector) -> Bool {
        way.dx.magnitude >= length && way.dx.magnitude >= 2 * way.dy.magnitude
    }
}
