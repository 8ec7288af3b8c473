/// One row of a glyph's coverage.
struct GlyphRow {
    /// Where the coverage of the picture's column 0 would be.
    let coverage: UnsafePointer<UInt8>

    @inline(never)
    func draw(_ columns: Span, _ paint: Paint, into row: UnsafeMutablePointer<UInt32>) {
        let bytes = UnsafeRawPointer(coverage)
        var column = Int(columns.from)
        let end = Int(columns.to)
        while column < end {
            // Much of a glyph's cell is empty.
            if column &+ 8 <= end && bytes.loadUnaligned(fromByteOffset: column, as: UInt64.self) == 0 {
                column &+= 8
                continue
            }
            let stop = min(column &+ 8, end)
            repeat {
                let covered = Int32(coverage[column])
                let weight = ((covered &+ covered >> 7) &* paint.opacity) >> 8
                if weight == 256 {
                    row[column] = paint.color
                } else if weight > 0 {
                    row[column] = paint.over(row[column], weight: weight)
                }
                column &+= 1
            } while column < stop
        }
    }
}
