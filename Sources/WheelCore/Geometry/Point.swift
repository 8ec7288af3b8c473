/// A point in the plane: x to the right, y down, in the unit of its context.
public struct Point: Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double

    public static let zero = Point(x: 0, y: 0)

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public func distance(to other: Point) -> Double { (other - self).length }

    /// The point halfway to `other`.
    public func middle(to other: Point) -> Point { self + (other - self) / 2 }

    /// The vector from `start` to `end`.
    public static func - (end: Point, start: Point) -> Vector { Vector(dx: end.x - start.x, dy: end.y - start.y) }

    public static func + (point: Point, move: Vector) -> Point { Point(x: point.x + move.dx, y: point.y + move.dy) }

    public static func - (point: Point, move: Vector) -> Point { Point(x: point.x - move.dx, y: point.y - move.dy) }
}
