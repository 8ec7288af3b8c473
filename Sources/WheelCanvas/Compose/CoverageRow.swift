/// How much of each pixel of a row a shape covers, exactly.
///
/// Each piece of an edge adds, to the pixels it passes through, the area that lies to its right inside them, and to
/// the pixel after them what makes all further ones full. So the sum from the left up to a pixel is the area that is
/// covered of it: an edge costs only the few pixels that it touches, and between edges the sum stands still.
struct CoverageRow: ~Copyable {
    /// The sum at a pixel that is covered in full: 2 · 256 · 65 536.
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

    @inline(__always)
    private func add(_ height: Int32, doubleInset: Int32, to column: Int32) {
        let left = height &* doubleInset
        sums[Int(column)] &+= height << (Grid.bits + 1) &- left
        sums[Int(column) + 1] &+= left
    }

    /// Adds one piece of an edge.
    @inline(__always)
    func add(_ piece: RowScanner.Piece) {
        let height = piece.height << Grid.bits
        let (from, to) = (min(piece.from, piece.to), max(piece.from, piece.to))
        let (first, last) = (from >> Grid.bits, to >> Grid.bits)
        let mask = Grid.step - 1
        if first == last {
            add(height, doubleInset: (from & mask) + (to & mask), to: first)
        } else {
            addLevel(height, from: from, to: to, first: first, last: last)
        }
    }

    /// A piece that passes through several pixels: its height is shared out by the way in each.
    private func addLevel(_ height: Int32, from: Int32, to: Int32, first: Int32, last: Int32) {
        let mask = Grid.step - 1
        let perStep = (height << 14) / (to - from)
        var way = Grid.step - (from & mask)
        var done = (perStep &* way) >> 14
        add(done, doubleInset: (from & mask) + Grid.step, to: first)
        var column = first + 1
        while column < last {
            way += Grid.step
            let reached = (perStep &* way) >> 14
            add(reached - done, doubleInset: Grid.step, to: column)
            done = reached
            column += 1
        }
        add(height - done, doubleInset: to & mask, to: last)
    }

    /// Lays `color` over the pixels of `row` as far as they are covered, `opacity` parts in 256 of it, and clears the
    /// sums. Full stretches outside of `shown` are left out.
    func paint(
        _ crossings: UnsafeBufferPointer<RowScanner.Crossing>, color: UInt32, opacity: Int32,
        into row: UnsafeMutablePointer<UInt32>, shown: Span
    ) {
        var sum: Int32 = 0
        var index = 0
        while index < crossings.count {
            let first = crossings[index].first
            var last = crossings[index].last
            index += 1
            while index < crossings.count && crossings[index].first <= last + 1 {
                last = max(last, crossings[index].last)
                index += 1
            }
            var column = Int(first)
            while column <= Int(last) {
                sum &+= sums[column]
                sums[column] = 0
                let weight = CoverageRow.weight(sum, opacity: opacity)
                if weight == 256 {
                    row[column] = color
                } else if weight > 0 {
                    row[column] = blended(row[column], with: color, weight: UInt32(truncatingIfNeeded: weight))
                }
                column += 1
            }
            sum &+= sums[column]
            sums[column] = 0
            let weight = CoverageRow.weight(sum, opacity: opacity)
            guard weight > 0 else { continue }
            let from = Int(max(last + 1, shown.from))
            let to = Int(min(index < crossings.count ? crossings[index].first : width, shown.to))
            if from < to { CoverageRow.fill(row + from, count: to - from, color: color, weight: weight) }
        }
    }

    @inline(__always)
    private static func weight(_ sum: Int32, opacity: Int32) -> Int32 {
        (min(max(sum, 0) >> (fullBits - 8), 256) &* opacity) >> 8
    }

    @inline(__always)
    private static func fill(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, color: UInt32, weight: Int32) {
        if weight == 256 {
            pixels.update(repeating: color, count: count)
        } else {
            let weight = UInt32(truncatingIfNeeded: weight)
            for index in 0..<count { pixels[index] = blended(pixels[index], with: color, weight: weight) }
        }
    }
}
