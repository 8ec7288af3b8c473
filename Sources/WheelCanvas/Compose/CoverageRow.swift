/// Computes the exact coverage of each pixel of a row by a shape.
///
/// An edge contributes the area to its right, with the sign of its winding. So the covered area of a pixel is the sum
/// of the heights of all edges to its left, plus the area to the right of each edge that passes through the pixel. The
/// sum is constant between edges, and only the few pixels that an edge touches are computed one by one. Where edges
/// share pixels, their contributions are first added up in a row of sums.
struct CoverageRow: ~Copyable {
    /// A sum is 512 times the covered area. The area is in square grid steps (`Subpixel`), of which a pixel has 65 536.
    /// So a pixel that is covered in full has the sum 512 · 65 536 = 2²⁵.
    private static let fullBits: Int32 = 25
    private let sums: UnsafeMutablePointer<Int32>
    private let width: Int32

    init(width: Int) {
        self.width = Int32(width)
        // The row of sums has three elements more than pixels, for edges to the right of the picture.
        sums = .allocate(capacity: width + 3)
        sums.initialize(repeating: 0, count: width + 3)
    }

    deinit {
        sums.deallocate()
    }

    /// Paints the area between the crossings into a row of pixels. Pixels outside of `extent` may be skipped.
    @inline(never)
    func draw(_ crossings: Crossings, _ paint: Paint, into row: UnsafeMutablePointer<UInt32>, shown extent: Span) {
        guard let first = crossings.baseAddress else { return }
        assert(crossings.allSatisfy { $0.first >= 0 && $0.last <= width }, "crossings lie in the picture")
        if crossings.count == 2 && first[0].height > 0 {
            // Most rows of most shapes have one edge on the left and one on the right, with pixels between them. This
            // case is handled without the sums.
            let (left, right) = (first[0], first[1])
            let (leftEnd, rightStart) = (left.last, right.first)
            if leftEnd < rightStart {
                guard left.first < extent.to && right.last >= extent.from else { return }
                let whole = CoverageRow.whole(left)
                // The sum of a single edge needs no clamping: without other edges it lies between 0 and the maximum.
                if leftEnd >= extent.from {
                    CoverageRow.share(left) { CoverageRow.put($1, at: row + $0, paint) }
                }
                CoverageRow.fill(max(leftEnd &+ 1, extent.from), min(rightStart, extent.to), whole, paint, row)
                if rightStart < extent.to {
                    CoverageRow.share(right) { CoverageRow.put(whole &+ $1, at: row + $0, paint) }
                }
                return
            }
        }
        drawAny(crossings, paint, row, extent)
    }

    @inline(never)
    private func drawAny(
        _ crossings: Crossings, _ paint: Paint, _ row: UnsafeMutablePointer<UInt32>, _ extent: Span
    ) {
        var end = crossings[0].last
        for crossing in crossings { end = max(end, crossing.last) }
        guard crossings[0].first < extent.to && end >= extent.from else { return }
        var sum: Int32 = 0
        var index = 0
        while index < crossings.count {
            let first = crossings[index].first
            var last = first
            // All crossings that share pixels, directly or through other crossings, are added to the sums.
            while index < crossings.count && crossings[index].first <= last {
                add(crossings[index])
                last = max(last, crossings[index].last)
                index &+= 1
            }
            var column = Int(first)
            while column <= Int(last) {
                sum &+= sums[column]
                sums[column] = 0
                CoverageRow.put(CoverageRow.clamped(sum), at: row + column, paint)
                column &+= 1
            }
            sum &+= sums[column]
            sums[column] = 0
            let next = index < crossings.count ? crossings[index].first : width
            CoverageRow.fill(max(last &+ 1, extent.from), min(next, extent.to), CoverageRow.clamped(sum), paint, row)
        }
    }

    /// Adds an edge to the sums. Each element holds the difference between the sum of its column and the sum of the
    /// column before.
    @inline(__always)
    private func add(_ crossing: Crossing) {
        var before: Int32 = 0
        CoverageRow.share(crossing) { column, part in
            sums[column] &+= part &- before
            before = part
        }
        sums[Int(crossing.last) &+ 1] &+= CoverageRow.whole(crossing) &- before
    }

    /// The amount that an edge adds to each column to its right.
    @inline(__always)
    private static func whole(_ crossing: Crossing) -> Int32 { crossing.height << (Subpixel.bits &* 2 &+ 1) }

    /// Calls `body` for each column that an edge passes through, with the amount that the edge adds to the column. The
    /// amount does not depend on other edges.
    @inline(__always)
    private static func share(_ crossing: Crossing, _ body: (_ column: Int, _ part: Int32) -> Void) {
        let (left, right) = (min(crossing.from, crossing.to), max(crossing.from, crossing.to))
        let (inset, rest) = (left & (Subpixel.step &- 1), right & (Subpixel.step &- 1))
        let (whole, last) = (whole(crossing), Int(right >> Subpixel.bits))
        var column = Int(left >> Subpixel.bits)
        guard column < last else {
            return body(column, whole &- (crossing.height << Subpixel.bits) &* (inset &+ rest))
        }
        // The amount grows evenly from column to column, except in the first and the last one, where the edge cuts off
        // a triangle.
        let perStep = whole / (right &- left)
        let way = Subpixel.step &- inset
        let reached = perStep &* way
        body(column, (reached >> Subpixel.bits) &* way >> 1)
        var part = reached &+ perStep << (Subpixel.bits &- 1)
        column &+= 1
        while column < last {
            body(column, part)
            part &+= perStep << Subpixel.bits
            column &+= 1
        }
        body(column, whole &- ((perStep &* rest) >> Subpixel.bits) &* rest >> 1)
    }

    @inline(__always)
    private static func put(_ sum: Int32, at place: UnsafeMutablePointer<UInt32>, _ paint: Paint) {
        place.pointee = paint.over(place.pointee, weight: (sum >> (fullBits &- 8) &* paint.opacity) >> 8)
    }

    /// Clamps a sum, which can be below 0 or above the maximum where edges cross.
    @inline(__always)
    private static func clamped(_ sum: Int32) -> Int32 { min(max(sum, 0), 1 << fullBits) }

    @inline(__always)
    private static func fill(
        _ from: Int32, _ to: Int32, _ sum: Int32, _ paint: Paint, _ row: UnsafeMutablePointer<UInt32>
    ) {
        guard from < to && sum > 0 else { return }
        if sum == 1 << fullBits && paint.opacity == 256 {
            setPixels(row + Int(from), count: Int(to &- from), to: paint.color)
        } else {
            mix(row + Int(from), count: Int(to &- from), paint, sum)
        }
    }

    @inline(never)
    private static func mix(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, _ paint: Paint, _ sum: Int32) {
        for index in 0..<count { put(sum, at: pixels + index, paint) }
    }
}
