/// One row of a glyph's coverage.
struct GlyphRow {
    /// Where the coverage of the picture's column 0 would be.
    let coverage: UnsafePointer<UInt8>

    @inline(never)
    func draw(_ columns: Span, _ paint: Paint, into row: UnsafeMutablePointer<UInt32>) {
        let bytes = UnsafeRawPointer(coverage)
        let isOpaque = paint.opacity == 256
        var column = Int(columns.from)
        let end = Int(columns.to)
        while column < end {
            // Much of a glyph's cell is empty, some of it is full.
            if column &+ 8 <= end {
                let group = bytes.loadUnaligned(fromByteOffset: column, as: UInt64.self)
                if group == 0 || group == .max && isOpaque {
                    if group != 0 { setPixels(row + column, count: 8, to: paint.color) }
                    column &+= 8
                    continue
                }
            }
            let stop = min(column &+ 8, end)
            repeat {
                let covered = Int32(coverage[column])
                if covered == 255 && isOpaque {
                    row[column] = paint.color
                } else if covered != 0 {
                    let weight = ((covered &+ covered >> 7) &* paint.opacity) >> 8
                    row[column] = paint.over(row[column], weight: weight)
                }
                column &+= 1
            } while column < stop
        }
    }
}
