import WheelGeometry

/// The outline of a shape: polygons on the grid, taken apart into their edges. One is used for all shapes in turn.
struct Outline: ~Copyable {
    /// A side of the polygon that goes down, or what counts as one: those that go up are turned round.
    struct Edge: BitwiseCopyable, Equatable {
        var x: Int32
        var top: Int32
        var endX: Int32
        var bottom: Int32
        /// What crossing it from left to right adds to the number of times that a place is inside: +1 or −1.
        var winding: Int32

        var isUpright: Bool { x == endX }

        /// The rows of pixels that it crosses.
        @inline(__always)
        var firstRow: Int32 { top >> Grid.bits }

        @inline(__always)
        var endRow: Int32 { (bottom &+ Grid.step &- 1) >> Grid.bits }
    }

    struct Corner: BitwiseCopyable {
        var x: Int32
        var y: Int32
    }

    private(set) var hasUpright = false
    private(set) var edges = KeptBuffer<Edge>(capacity: 512)
    /// The corners of the contour that is being made.
    private var contour = KeptBuffer<Corner>(capacity: 512)
    /// How far it reaches, in steps of the grid.
    private var left = Int32.max
    private var right = Int32.min
    private var top = Int32.max
    private var bottom = Int32.min

    mutating func removeAll() {
        edges.removeAll()
        contour.removeAll()
        hasUpright = false
        (left, right, top, bottom) = (.max, .min, .max, .min)
    }

    /// The rows and columns of pixels that it touches.
    var rows: Span { top < bottom ? Span(from: top >> Grid.bits, to: (bottom + Grid.step - 1) >> Grid.bits) : .empty }
    var columns: Span { left < right ? Span(from: left >> Grid.bits, to: (right >> Grid.bits) + 1) : .empty }

    /// The next corner of the contour, in pixels.
    @inline(__always)
    mutating func corner(_ x: Double, _ y: Double) {
        contour.append(Corner(x: Grid.line(x), y: Grid.line(y)))
    }

    /// Twice the area that the contour so far goes round, positive where it goes from x towards y.
    func turning() -> Int64 {
        var area: Int64 = 0
        for index in 0..<contour.count {
            let (a, b) = (contour[index], contour[index + 1 == contour.count ? 0 : index + 1])
            area += Int64(a.x) * Int64(b.y) - Int64(b.x) * Int64(a.y)
        }
        return area
    }

    /// Closes the contour. `inside` is +1 where the shape lies to the right of its sides as they go from x towards y,
    /// −1 where it lies to their left.
    mutating func close(inside: Int32) {
        defer { contour.removeAll() }
        guard contour.count > 2 else { return }
        // Of a few corners none is an arc's.
        if contour.count > 7 { smoothen() }
        var corner = contour[contour.count - 1]
        for index in 0..<contour.count {
            let next = contour[index]
            left = min(left, next.x)
            right = max(right, next.x)
            top = min(top, next.y)
            bottom = max(bottom, next.y)
            // Level ones say nothing: what is beside them is told by the others.
            if next.y > corner.y {
                edges.append(Edge(x: corner.x, top: corner.y, endX: next.x, bottom: next.y, winding: 0 &- inside))
            } else if next.y < corner.y {
                edges.append(Edge(x: next.x, top: next.y, endX: corner.x, bottom: corner.y, winding: inside))
            }
            hasUpright = hasUpright || next.x == corner.x && next.y != corner.y
            corner = next
        }
    }

    /// Moves corners that hardly bend, as those of arcs, to the next border between two rows, so that edges go through
    /// whole rows. They move along the contour, and away from it by 1/16 of a pixel at most.
    private func smoothen() {
        let most = Double(Grid.step) / 16
        var before = contour[contour.count - 1]
        var corner = contour[0]
        // Of the sides that lead to the corner and from it, how far x goes while y goes one step.
        var lead = Outline.lean(before, corner)
        for index in 0..<contour.count {
            let next = contour[index &+ 1 == contour.count ? 0 : index &+ 1]
            let follow = Outline.lean(corner, next)
            let border = ((corner.y &+ Grid.step / 2) >> Grid.bits) << Grid.bits
            let (climb, climbOn) = (corner.y &- before.y, next.y &- corner.y)
            let way = border &- corner.y
            let staysBeside = way.magnitude <= min(climb.magnitude, climbOn.magnitude)
            let bend = (Double(way) * (follow - lead)).magnitude / 2
            if climb ^ climbOn >= 0 && staysBeside && bend <= most && (lead + follow).magnitude < 3 {
                contour[index] = Corner(x: corner.x &+ Int32(Double(way) * (lead + follow) / 2), y: border)
            }
            (before, corner, lead) = (corner, next, follow)
        }
    }

    /// Infinite or no number for a level side.
    @inline(__always)
    private static func lean(_ from: Corner, _ to: Corner) -> Double {
        Double(to.x &- from.x) / Double(to.y &- from.y)
    }
}
