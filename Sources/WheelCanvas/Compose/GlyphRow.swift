/// One row of a glyph's coverage.
struct GlyphRow {
    /// The number of pixels that are processed at a time. Some of the last ones may lie beyond the glyph. They are read
    /// and written unchanged.
    static let group = 8
    /// The address of the coverage for the picture's column 0.
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
            // Many pixels of a glyph's cell are empty, and some are full.
            if covered == .max && isOpaque {
                setPixels(row + column, count: GlyphRow.group, to: paint.color)
            } else if covered != 0 {
                paint.layOver(row + column, covered: unsafeBitCast(covered, to: SIMD8<UInt8>.self))
            }
            column &+= GlyphRow.group
        }
    }
}
