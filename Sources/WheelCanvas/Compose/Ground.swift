/// What lies under everything that a sweep draws: one colour, or a layer that was drawn before.
struct Ground {
    var color: UInt32
    /// Pixels without gaps between the rows.
    var pixels: UnsafePointer<UInt32>?
    /// For each row: not 0 where it differs from that above it.
    var changes: UnsafePointer<Int32>?
    var width: Int

    /// Lays it into rows of a strip that lie `pitch` apart.
    @inline(__always)
    func lay(rows: Span, _ columns: Span, into first: UnsafeMutablePointer<UInt32>, pitch: Int) {
        let target = first + Int(columns.from)
        if let pixels {
            let source = pixels + (Int(rows.from) &* width &+ Int(columns.from))
            copyRows(source, apart: width &* 4, to: target, apart: pitch &* 4, count: Int(columns.count), rows: rows)
        } else {
            for row in 0..<Int(rows.count) { setPixels(target + row &* pitch, count: Int(columns.count), to: color) }
        }
    }
}
