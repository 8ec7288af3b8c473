import WheelGeometry
import WheelSettings

/// Two fingers on one control, or on none.
struct FingerPair: Sendable {
    let control: Int?
    let first: Int
    let second: Int
    var role: Role
    /// What becomes of the page if both go sideways; `nil` on a chart.
    let swipe: PageSwipe?
    /// The value to go back to if both go sideways.
    var undo: Undo?

    enum Role: Sendable {
        /// Turns nothing yet.
        case resting(Twist)
        /// Turns the control; without a grip while the fingers are too near one another for an angle.
        case turning(Grip?)
        case chart(ChartPinch)
        /// On no control.
        case idle
    }

    func has(_ finger: Int) -> Bool { first == finger || second == finger }
}

/// Two fingers that both go the same way across the display.
struct PageSwipe: Sendable {
    private let first: Point
    private let second: Point
    /// How far they must go.
    private let length: Double

    init(_ first: Point, _ second: Point, length: Double) {
        self.first = first
        self.second = second
        self.length = length
    }

    /// To the left is on to the next page, as paper would go; `nil` while it is no swipe.
    func page(_ newFirst: Point, _ newSecond: Point) -> PageChoice? {
        let ways = (newFirst - first, newSecond - second)
        guard isSideways(ways.0), isSideways(ways.1), (ways.0.dx < 0) == (ways.1.dx < 0) else { return nil }
        return ways.0.dx < 0 ? .next : .previous
    }

    private func isSideways(_ way: Vector) -> Bool {
        way.dx.magnitude >= length && way.dx.magnitude >= 2 * way.dy.magnitude
    }
}
