/// A rectangle with sides parallel to the axes. The rectangle contains its left and upper edges but not its right and
/// lower edges. So a point on the common edge of two neighbours is in only one of them.
public struct Rect: Equatable, Hashable, Sendable {
    public var origin: Point
    public var size: Size

    public static let zero = Rect(origin: .zero, size: .zero)

    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    public init(center: Point, size: Size) {
        self.init(origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
    }

    public var minX: Double { origin.x }
    public var minY: Double { origin.y }
    public var midX: Double { origin.x + size.width / 2 }
    public var midY: Double { origin.y + size.height / 2 }
    public var maxX: Double { origin.x + size.width }
    public var maxY: Double { origin.y + size.height }
    public var width: Double { size.width }
    public var height: Double { size.height }

    public var center: Point { Point(x: midX, y: midY) }

    public var isEmpty: Bool { size.isEmpty }
}

extension Rect {
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// Whether all of `other` is inside. Every rectangle contains every empty rectangle.
    public func contains(_ other: Rect) -> Bool {
        other.isEmpty || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
    }

    public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

    /// The area that both rectangles share; `zero` if they share none.
    public func intersection(_ other: Rect) -> Rect {
        guard !isEmpty, !other.isEmpty else { return .zero }
        let common = Rect(
            left: max(minX, other.minX), top: max(minY, other.minY),
            right: min(maxX, other.maxX), bottom: min(maxY, other.maxY))
        return common.isEmpty ? .zero : common
    }

    /// The smallest rectangle that contains both. An empty rectangle is ignored.
    public func union(_ other: Rect) -> Rect {
        if other.isEmpty { return isEmpty ? .zero : self }
        if isEmpty { return other }
        return Rect(
            left: min(minX, other.minX), top: min(minY, other.minY),
            right: max(maxX, other.maxX), bottom: max(maxY, other.maxY))
    }

    /// Shrinks by these margins; a negative margin enlarges. If the margins exceed the size, the result is empty and
    /// lies midway between the two moved edges.
    public func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> Rect {
        let across = Rect.inset(from: minX, length: width, start: left, end: right)
        let down = Rect.inset(from: minY, length: height, start: top, end: bottom)
        return Rect(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    public func inset(by margin: Double) -> Rect { inset(left: margin, top: margin, right: margin, bottom: margin) }

    public func offset(by vector: Vector) -> Rect { Rect(origin: origin + vector, size: size) }

    private init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    private static func inset(
        from: Double, length: Double, start: Double, end: Double
    ) -> (start: Double, length: Double) {
        let rest = length - start - end
        return rest < 0 ? (from + start + rest / 2, 0) : (from + start, rest)
    }
}
