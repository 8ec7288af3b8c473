import WheelCore
import WheelModel

/// Recognises two fingers that move in the same direction across the display.
struct PageSwipe: Sendable {
    private let first: Point
    private let second: Point
    /// The distance that each finger has to move.
    private let length: Double
    /// The time by which a quick swipe must be complete; `nil` for a swipe that may take any time.
    private let until: Instant?
    private var isOver = false

    /// The maximum duration of a quick swipe, counted from the second touch.
    private static let quick = Interval.milliseconds(500)

    init(_ first: Point, _ second: Point, length: Double) {
        self.init(first, second, length: length, until: nil)
    }

    /// A swipe of fingers that also move values or a chart. Such fingers must be quick and move side by side.
    static func quick(_ first: Point, _ second: Point, length: Double, from time: Instant) -> PageSwipe {
        PageSwipe(first, second, length: length, until: time + quick)
    }

    private init(_ first: Point, _ second: Point, length: Double, until: Instant?) {
        self.first = first
        self.second = second
        self.length = length
        self.until = until
    }

    /// The page to which the fingers have swiped; `nil` until they have. A swipe to the left leads to the next page, as
    /// with paper.
    mutating func page(_ newFirst: Point, _ newSecond: Point, at time: Instant) -> PageChoice? {
        let ways = (newFirst - first, newSecond - second)
        if let until, time > until || (ways.0 - ways.1).length > length / 2 { isOver = true }
        guard !isOver, isSideways(ways.0), isSideways(ways.1), (ways.0.dx < 0) == (ways.1.dx < 0) else { return nil }
        return ways.0.dx < 0 ? .next : .previous
    }

    private func isSideways(_ way: Vector) -> Bool {
        way.dx.magnitude >= length && way.dx.magnitude >= 2 * way.dy.magnitude
    }
}
