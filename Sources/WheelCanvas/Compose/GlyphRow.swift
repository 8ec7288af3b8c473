/// One row of a glyph's coverage.
struct GlyphRow {
    /// Where the coverage of the picture's column 0 would be.
    let coverage: UnsafePointer<UInt8>

    @inline(never)
    func draw(_ columns: Span, _ paint: Paint, into row: UnsafeMutablePointer<UInt32>) {
        var column = Int(columns.from)
        let end = Int(columns.to)
        while column < end {
            let covered = Int32(coverage[column])
            if covered > 0 {
                let weight = ((covered &+ covered >> 7) &* paint.opacity) >> 8
                row[column] = paint.over(row[column], weight: weight)
            }
            column &+= 1
        }
    }
}
