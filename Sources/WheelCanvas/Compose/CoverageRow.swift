/// How much of each pixel of a row a shape covers, exactly.
///
/// The area that is covered of a pixel is the sum, over all edges to its left, of their height, less what lies left
/// of those that pass through it. So an edge costs only the few pixels that it touches, and between edges the sum
/// stands still. Edges that pass through the same pixels are added up in a row of sums first.
struct CoverageRow: ~Copyable {
    /// The sum at a pixel that is covered in full is 2 · 256 · 65 536.
    private static let fullBits: Int32 = 25
    private let sums: UnsafeMutablePointer<Int32>
    private let width: Int32

    init(width: Int) {
        self.width = Int32(width)
        // One more for what lies right of the picture, one for the pixel after that.
        sums = .allocate(capacity: width + 3)
        sums.initialize(repeating: 0, count: width + 3)
    }

    deinit {
        sums.deallocate()
    }

    /// Paints what the crossings bound into a row of pixels, if it touches one of the spans. Full stretches outside of
    /// all of them are left out.
    @inline(never)
    func draw(
        _ crossings: Crossings, _ paint: Paint, into row: UnsafeMutablePointer<UInt32>,
        shown: UnsafeBufferPointer<Span>
    ) {
        guard let first = crossings.baseAddress, let span = shown.baseAddress else { return }
        let extent = Span(from: span.pointee.from, to: span[shown.count &- 1].to)
        if crossings.count == 2 && first[0].height > 0 && first[0].height &+ first[1].height == 0 {
            // Most rows of most shapes: an edge on the left, one on the right, and something between.
            let (left, right) = (first[0], first[1])
            let (leftEnd, rightStart) = (left.last, right.first)
            guard CoverageRow.overlaps(shown, from: left.first, to: max(leftEnd, right.last) &+ 1) else { return }
            if leftEnd < rightStart {
                let sum = left.height << (Grid.bits &* 2 &+ 1)
                if leftEnd >= extent.from { CoverageRow.drawAlone(left, from: 0, paint, row) }
                CoverageRow.fill(max(leftEnd &+ 1, extent.from), min(rightStart, extent.to), sum, paint, row)
                if rightStart < extent.to { CoverageRow.drawAlone(right, from: sum, paint, row) }
                return
            }
        }
        drawAny(crossings, paint, row, shown, extent)
    }

    @inline(__always)
    private static func overlaps(_ spans: UnsafeBufferPointer<Span>, from: Int32, to: Int32) -> Bool {
        var index = 0
        while index < spans.count {
            if spans[index].from < to && from < spans[index].to { return true }
            index &+= 1
        }
        return false
    }

    @inline(never)
    private func drawAny(
        _ crossings: Crossings, _ paint: Paint, _ row: UnsafeMutablePointer<UInt32>,
        _ shown: UnsafeBufferPointer<Span>, _ extent: Span
    ) {
        var (end, height) = (Int32(0), Int32(0))
        for crossing in crossings {
            end = max(end, crossing.last &+ 1)
            height &+= crossing.height
        }
        guard CoverageRow.overlaps(shown, from: crossings[0].first, to: height == 0 ? end : width) else { return }
        var sum: Int32 = 0
        var index = 0
        while index < crossings.count {
            let first = crossings[index].first
            var last = first
            // All that share pixels, if only through others.
            while index < crossings.count && crossings[index].first <= last {
                add(crossings[index])
                last = max(last, crossings[index].last)
                index &+= 1
            }
            var column = Int(first)
            while column <= Int(last) {
                sum &+= sums[column]
                sums[column] = 0
                CoverageRow.put(sum, at: column, paint, row)
                column &+= 1
            }
            sum &+= sums[column]
            sums[column] = 0
            let next = index < crossings.count ? crossings[index].first : width
            CoverageRow.fill(max(last &+ 1, extent.from), min(next, extent.to), sum, paint, row)
        }
    }

    /// Paints the pixels of an edge that has them for itself.
    @inline(__always)
    private static func drawAlone(
        _ crossing: Crossing, from start: Int32, _ paint: Paint, _ row: UnsafeMutablePointer<UInt32>
    ) {
        // Alone it can neither fall below nothing nor go beyond the whole.
        share(crossing) { column, height, missing, before in
            let weight = ((start &+ before &+ height &- missing) >> (fullBits &- 8) &* paint.opacity) >> 8
            row[column] = paint.over(row[column], weight: weight)
        }
    }

    /// Adds what an edge does to the sums.
    @inline(__always)
    private func add(_ crossing: Crossing) {
        CoverageRow.share(crossing) { column, height, missing, _ in
            sums[column] &+= height &- missing
            sums[column &+ 1] &+= missing
        }
    }

    /// Shares a crossing out over the columns it passes through, by the way in each: for each its double height, what
    /// of it lies left of the edge, and the double height in the columns before.
    @inline(__always)
    private static func share(
        _ crossing: Crossing, _ body: (_ column: Int, _ height: Int32, _ missing: Int32, _ before: Int32) -> Void
    ) {
        let (left, right) = (min(crossing.from, crossing.to), max(crossing.from, crossing.to))
        let mask = Grid.step &- 1
        let height = crossing.height << Grid.bits
        var column = Int(left >> Grid.bits)
        let last = Int(right >> Grid.bits)
        // Double the way in from the column's left side to the edge's middle.
        var inset = (left & mask) &+ (right & mask)
        var (done, rest) = (Int32(0), height)
        if column < last {
            let perStep = (height << 14) / (right &- left)
            var way = Grid.step &- (left & mask)
            inset = (left & mask) &+ Grid.step
            repeat {
                let reached = (perStep &* way) >> 14
                let part = reached &- done
                body(column, part << (Grid.bits &+ 1), part &* inset, done << (Grid.bits &+ 1))
                (done, inset) = (reached, Grid.step)
                way &+= Grid.step
                column &+= 1
            } while column < last
            (rest, inset) = (height &- done, right & mask)
        }
        body(column, rest << (Grid.bits &+ 1), rest &* inset, done << (Grid.bits &+ 1))
    }

    @inline(__always)
    private static func weight(_ sum: Int32, _ paint: Paint) -> Int32 {
        (min(max(sum, 0) >> (fullBits &- 8), 256) &* paint.opacity) >> 8
    }

    @inline(__always)
    private static func put(_ sum: Int32, at column: Int, _ paint: Paint, _ row: UnsafeMutablePointer<UInt32>) {
        row[column] = paint.over(row[column], weight: weight(sum, paint))
    }

    @inline(__always)
    private static func fill(
        _ from: Int32, _ to: Int32, _ sum: Int32, _ paint: Paint, _ row: UnsafeMutablePointer<UInt32>
    ) {
        let count = Int(to &- from)
        guard count > 0 && sum > 0 else { return }
        let weight = weight(sum, paint)
        if weight == 256 {
            setPixels(row + Int(from), count: count, to: paint.color)
        } else {
            mix(row + Int(from), count: count, paint, weight)
        }
    }

    @inline(never)
    private static func mix(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, _ paint: Paint, _ weight: Int32) {
        for index in 0..<count { pixels[index] = paint.over(pixels[index], weight: weight) }
    }
}
