/// Some of the cells of a row: each row of a picture is divided into at most 64 cells of equal width, and each cell has a
/// bit.
struct Cells: BitwiseCopyable {
    var bits: UInt64 = 0

    /// Cells are 16 pixels wide, or 32, 64 and so on in a picture that is wider than 1024 pixels.
    @inline(__always)
    private static func shift(_ width: Int) -> Int {
        max(4, Int.bitWidth &- 6 &- (width &- 1).leadingZeroBitCount)
    }

    /// Whether one of these cells is in the columns, which are inside of the picture.
    @inline(__always)
    func overlap(_ columns: Span, width: Int) -> Bool {
        guard !columns.isEmpty else { return false }
        let shift = Cells.shift(width)
        let (first, last) = (Int(columns.from) &>> shift, Int(columns.to &- 1) &>> shift)
        return bits & (.max &<< first) & (.max &>> (63 &- last)) != 0
    }

    /// Sets the bit of each cell in the columns to whether a pixel of `row` differs from the pixel on its left.
    mutating func findEdges(in columns: Span, of row: UnsafePointer<UInt32>, width: Int) {
        let shift = Cells.shift(width)
        for cell in Int(columns.from) >> shift...Int(columns.to - 1) >> shift {
            let (from, to) = (max(cell << shift, 1), min((cell + 1) << shift, width))
            let isPlain = equalPixels(row + from, row + from - 1, count: to - from) == to - from
            bits = bits & ~(1 << cell) | (isPlain ? 0 : 1 << cell)
        }
    }

    /// Removes the first cells, up to a gap of at least `gap` pixels, and returns their columns.
    mutating func removeFirst(upToGapOf gap: Int, width: Int) -> Span? {
        guard bits != 0 else { return nil }
        let (shift, first) = (Cells.shift(width), bits.trailingZeroBitCount)
        var end = first
        while bits != 0 && (bits.trailingZeroBitCount - end) << shift < gap {
            end = bits.trailingZeroBitCount
            end += (~(bits >> end)).trailingZeroBitCount
            bits &= .max << end
        }
        return Span(from: Int32(first << shift), to: Int32(min(end << shift, width)))
    }
}
