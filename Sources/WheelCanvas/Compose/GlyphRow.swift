/// One row of a glyph's coverage.
struct GlyphRow {
    /// Pixels are looked at so many at a time. Of the last ones some may lie beyond the glyph: they are read, and written
    /// as they were.
    static let group = 8
    /// Where the coverage of the picture's column 0 would be.
    let coverage: UnsafePointer<UInt8>

    @inline(never)
    func draw(_ columns: Span, _ paint: Paint, into row: UnsafeMutablePointer<UInt32>) {
        let bytes = UnsafeRawPointer(coverage)
        let isOpaque = paint.opacity == 256
        var column = Int(columns.from)
        let end = Int(columns.to)
        while column < end {
            var covered = bytes.loadUnaligned(fromByteOffset: column, as: UInt64.self)
            let rest = end &- column
            if rest < GlyphRow.group { covered &= UInt64.max &>> UInt64((GlyphRow.group &- rest) &* 8) }
            // Much of a glyph's cell is empty, some of it is full.
            if covered == .max && isOpaque {
                setPixels(row + column, count: GlyphRow.group, to: paint.color)
            } else if covered != 0 {
                paint.layOver(row + column, covered: unsafeBitCast(covered, to: SIMD8<UInt8>.self))
            }
            column &+= GlyphRow.group
        }
    }
}
