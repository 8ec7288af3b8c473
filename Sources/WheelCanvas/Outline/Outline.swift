import WheelCore

/// The outline of a shape: straight edges on a grid of 256 steps per pixel.
///
/// A shape is added as contours, whose corners are in pixels. Each corner is rounded to the grid, and each side of a
/// contour becomes an edge that is directed downwards. A disc with a radius of 10 pixels has 32 corners and up to 32
/// edges. A level side has no edge, because only the heights of edges contribute to the coverage.
///
/// An edge costs as much in a row that it crosses in part as in a row that it crosses completely, so the many short
/// edges of an arc are expensive. Therefore `close` moves corners along the contour to the nearest border between two
/// rows, where the contour is steep and the move changes the outline by at most 1/16 of a pixel. A moved corner could
/// lie outside of a rounded rectangle, so `close` can limit the corners to the rectangle's sides.
struct Outline: ~Copyable {
    /// A side of a contour, directed downwards. Sides that lead upwards are reversed.
    struct Edge: BitwiseCopyable, Equatable {
        var x: Int32
        var top: Int32
        var endX: Int32
        var bottom: Int32
        /// The change of the winding number from left to right: +1 or −1.
        var winding: Int32

        var isUpright: Bool { x == endX }

        /// The rows of pixels that the edge crosses are `firstRow ..< endRow`.
        @inline(__always)
        var firstRow: Int32 { top >> Subpixel.bits }

        @inline(__always)
        var endRow: Int32 { (bottom &+ Subpixel.step &- 1) >> Subpixel.bits }
    }

    struct Corner: BitwiseCopyable {
        var x: Int32
        var y: Int32
    }

    let circle = CircleTable()
    private(set) var edges = KeptBuffer<Edge>(capacity: 512)
    /// The corners of the contour that is being added.
    private var contour = KeptBuffer<Corner>(capacity: 512)
    /// The distance that is added to each corner, in grid steps.
    private var shift = Corner(x: 0, y: 0)
    /// The bounds of the outline in grid steps.
    private var left = Int32.max
    private var right = Int32.min
    private var top = Int32.max
    private var bottom = Int32.min

    mutating func removeAll() {
        edges.removeAll()
        contour.removeAll()
        shift = Corner(x: 0, y: 0)
        (left, right, top, bottom) = (.max, .min, .max, .min)
    }

    /// The rows and columns of pixels that the outline touches.
    var rows: Span {
        top < bottom ? Span(from: top >> Subpixel.bits, to: (bottom + Subpixel.step - 1) >> Subpixel.bits) : .empty
    }
    var columns: Span {
        left < right ? Span(from: left >> Subpixel.bits, to: (right + Subpixel.step - 1) >> Subpixel.bits) : .empty
    }

    /// Adds a corner, which is given in pixels, to the contour.
    @inline(__always)
    mutating func corner(_ x: Double, _ y: Double) {
        contour.append(Corner(x: Subpixel.line(x) &+ shift.x, y: Subpixel.line(y) &+ shift.y))
    }

    /// From now on each added corner is moved by this number of whole pixels.
    mutating func move(by pixels: WholeMove) {
        shift = Corner(x: pixels.dx << Subpixel.bits, y: pixels.dy << Subpixel.bits)
    }

    /// Moves the corners of the contour that lie outside of a rectangle onto its sides.
    private func limit(to rect: Rect) {
        let (left, right) = (Subpixel.line(rect.minX) &+ shift.x, Subpixel.line(rect.maxX) &+ shift.x)
        let (top, bottom) = (Subpixel.line(rect.minY) &+ shift.y, Subpixel.line(rect.maxY) &+ shift.y)
        for index in 0..<contour.count {
            let corner = contour[index]
            contour[index] = Corner(x: min(max(corner.x, left), right), y: min(max(corner.y, top), bottom))
        }
    }

    /// Twice the signed area of the contour so far: positive if the contour turns from the x axis towards the y axis.
    func turning() -> Int64 {
        var area: Int64 = 0
        for index in 0..<contour.count {
            let (a, b) = (contour[index], contour[index + 1 == contour.count ? 0 : index + 1])
            area += Int64(a.x) * Int64(b.y) - Int64(b.x) * Int64(a.y)
        }
        return area
    }

    /// Closes the contour. `inside` is +1 if the shape lies to the right when the contour is followed from corner to
    /// corner, and −1 if it lies to the left, where x grows to the right and y down. Corners outside of `limit` are
    /// moved onto its sides.
    mutating func close(inside: Int32, limit rect: Rect? = nil) {
        defer { contour.removeAll() }
        guard contour.count > 2 else { return }
        // In a contour with few corners there is little to align.
        if contour.count > 7 { alignCorners() }
        if let rect { limit(to: rect) }
        var corner = contour[contour.count - 1]
        for index in 0..<contour.count {
            let next = contour[index]
            left = min(left, next.x)
            right = max(right, next.x)
            top = min(top, next.y)
            bottom = max(bottom, next.y)
            if next.y > corner.y {
                edges.append(Edge(x: corner.x, top: corner.y, endX: next.x, bottom: next.y, winding: 0 &- inside))
            } else if next.y < corner.y {
                edges.append(Edge(x: next.x, top: next.y, endX: corner.x, bottom: corner.y, winding: inside))
            }
            corner = next
        }
    }

    private func alignCorners() {
        let most = Double(Subpixel.step) / 16
        var before = contour[contour.count - 1]
        var corner = contour[0]
        // The change of x for one step of y, for the sides before and after the corner.
        var lead = Outline.slope(before, corner)
        for index in 0..<contour.count {
            let next = contour[index &+ 1 == contour.count ? 0 : index &+ 1]
            let follow = Outline.slope(corner, next)
            let border = ((corner.y &+ Subpixel.step / 2) >> Subpixel.bits) << Subpixel.bits
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

    /// The change of x for one step of y: infinite or NaN for a level side.
    @inline(__always)
    private static func slope(_ from: Corner, _ to: Corner) -> Double {
        Double(to.x &- from.x) / Double(to.y &- from.y)
    }
}

/// The grid of outlines, with 256 steps per pixel. Crossings are integers, and adding them causes no rounding errors,
/// so the coverage of a pixel does not depend on the part of the picture that is drawn.
enum Subpixel {
    static let bits: Int32 = 8
    static let step: Int32 = 1 << bits
    /// Coordinates are limited to ± a million pixels, so that no product overflows.
    static let limit = 1_048_576.0

    /// The nearest grid line to a coordinate in pixels, which must not be NaN.
    @inline(__always)
    static func line(_ pixels: Double) -> Int32 {
        // Adding 1.5·2⁵² puts the nearest integer into the low bits, without a call or a branch.
        let held = min(max(pixels, -limit), limit) * Double(step) + 6_755_399_441_055_744
        return Int32(truncatingIfNeeded: held.bitPattern)
    }
}
