import WheelCore

/// The coverage of a shape: the share of sampled points that a distance function, not the drawing code, finds inside.
/// The distance is negative inside and positive outside. Between two points it changes by at most the distance between
/// them.
public struct Truth {
    private let distance: Distance.Function
    private let inverse: AffineTransform
    private let reach: Double

    public init?(_ transform: AffineTransform, distance: @escaping Distance.Function) {
        guard let inverse = transform.inverse else { return nil }
        self.distance = distance
        self.inverse = inverse
        // The largest distance from a pixel's middle to a point of the pixel, in the shape's own plane.
        let (across, down) = (Vector(dx: inverse.a, dy: inverse.b).length, Vector(dx: inverse.c, dy: inverse.d).length)
        reach = (across + down) / 2
    }

    /// The part of the pixel that is inside, by 16 × 16 samples. Most squares of 4 × 4 samples need only one distance.
    private func coverage(x: Double, y: Double) -> Double {
        var inside = 0.0
        for row in 0..<4 {
            for column in 0..<4 {
                let (left, top) = (x + Double(column) / 4, y + Double(row) / 4)
                inside += (whole(left, top, side: 0.25) ?? sampled(left, top)) / 16
            }
        }
        return inside
    }

    /// 0 if all of the square is outside, 1 if all is inside, else nil.
    private func whole(_ x: Double, _ y: Double, side: Double) -> Double? {
        let middle = distance(at: x + side / 2, y + side / 2)
        if middle > reach * side { return 0 }
        return middle < -reach * side ? 1 : nil
    }

    /// The part of this 16th of a pixel that is inside, by 4 × 4 samples.
    private func sampled(_ x: Double, _ y: Double) -> Double {
        var inside = 0
        for sample in 0..<16 {
            let (column, row) = (Double(sample & 3) + 0.5, Double(sample >> 2) + 0.5)
            if distance(at: x + column / 16, y + row / 16) <= 0 { inside += 1 }
        }
        return Double(inside) / 16
    }

    private func distance(at x: Double, _ y: Double) -> Double {
        distance(inverse.a * x + inverse.c * y + inverse.tx, inverse.b * x + inverse.d * y + inverse.ty)
    }

    /// Compares each pixel of a picture that shows the shape white on black. Compares square by square, because most
    /// squares have one colour. Returns the first pixel that is wrong by more than `most`.
    public func compare(_ words: UnsafePointer<UInt32>, side: Int, most: Double, into sums: inout Errors) -> String? {
        let block = 8
        for top in stride(from: 0, to: side, by: block) {
            for left in stride(from: 0, to: side, by: block) {
                let whole = whole(Double(left), Double(top), side: Double(block))
                for y in top..<top + block {
                    for x in left..<left + block {
                        let drawn = Double(words[y * side + x] >> 8 & 0xFF) / 255
                        if let whole, drawn == whole { continue }
                        let truth = whole ?? coverage(x: Double(x), y: Double(y))
                        let error = (drawn - truth).magnitude
                        if truth > 0 && truth < 1 || error > 0 { sums.add(error) }
                        if error > most { return "pixel \(x), \(y) is \(drawn), samples say \(truth)" }
                    }
                }
            }
        }
        return nil
    }

    public struct Errors {
        public var sum = 0.0
        public var count = 0
        public var worst = 0.0

        public init() {}

        mutating func add(_ error: Double) {
            sum += error
            count += 1
            worst = max(worst, error)
        }
    }
}

/// Distances to the edges of the shapes. Their parameters are plain numbers for speed: there are a hundred million
/// calls.
public enum Distance {
    public typealias Function = (_ x: Double, _ y: Double) -> Double

    public static func capsule(_ start: Point, _ end: Point, width: Double) -> Function {
        let (wayX, wayY) = (end.x - start.x, end.y - start.y)
        let square = wayX * wayX + wayY * wayY
        return { x, y in
            let along = square > 0 ? ((x - start.x) * wayX + (y - start.y) * wayY) / square : 0
            let held = along < 0 ? 0 : along > 1 ? 1 : along
            let (restX, restY) = (x - start.x - wayX * held, y - start.y - wayY * held)
            return (restX * restX + restY * restY).squareRoot() - width / 2
        }
    }

    public static func disc(_ center: Point, radius: Double) -> Function {
        capsule(center, center, width: radius * 2)
    }

    public static func roundedRectangle(_ rect: Rect, radius: Double) -> Function {
        let (middleX, middleY, halfX, halfY) = (rect.midX, rect.midY, rect.width / 2, rect.height / 2)
        return { x, y in
            let (across, down) = ((x - middleX).magnitude - halfX + radius, (y - middleY).magnitude - halfY + radius)
            if across <= 0 || down <= 0 { return max(across, down) - radius }
            return (across * across + down * down).squareRoot() - radius
        }
    }

    public static func ringSector(_ center: Point, inner: Double, outer: Double, from: Angle, to: Angle) -> Function {
        let (beginX, beginY, endX, endY) = (from.cosine, from.sine, to.cosine, to.sine)
        let (isTurn, isWide) = (to - from >= .turn, to - from > .turn / 2)
        return { x, y in
            let (wayX, wayY) = (x - center.x, y - center.y)
            let radius = (wayX * wayX + wayY * wayY).squareRoot()
            let ring = inner > 0 ? max(radius - outer, inner - radius) : radius - outer
            guard !isTurn else { return ring }
            // The distances to the left of the first ray, and to the right of the second.
            let (before, behind) = (wayX * beginY - wayY * beginX, wayY * endX - wayX * endY)
            return max(ring, isWide ? min(before, behind) : max(before, behind))
        }
    }

    /// The corners are in the order of a turn from the x axis towards the y axis.
    public static func polygon(_ corners: [Point]) -> Function {
        let sides = corners.indices.map { index in
            let (corner, way) = (corners[index], corners[(index + 1) % corners.count] - corners[index])
            return (x: corner.x, y: corner.y, normalX: way.dy / way.length, normalY: -way.dx / way.length)
        }
        return { x, y in
            sides.reduce(-Double.infinity) { max($0, (x - $1.x) * $1.normalX + (y - $1.y) * $1.normalY) }
        }
    }
}
