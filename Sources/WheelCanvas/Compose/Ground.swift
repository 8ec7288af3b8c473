/// What lies under everything that a sweep draws: one colour, or a layer that was drawn before.
struct Ground {
    var color: UInt32
    /// Pixels without gaps between the rows.
    var pixels: UnsafePointer<UInt32>?
    /// For each row: not 0 where it differs from that above it.
    var changes: UnsafePointer<Int32>?
    /// For each row: from the first pixel to the last that has another colour than the ground.
    var drawn: UnsafePointer<Span>?
    var width: Int

    /// The columns in which not all pixels of these rows have the ground's colour.
    func drawn(in rows: Span) -> Span {
        var columns = Span.nowhere
        guard let drawn else { return columns }
        for y in Int(rows.from)..<Int(rows.to) { columns.widen(drawn[y]) }
        return columns
    }

    /// Lays it into rows of a strip that lie `pitch` apart. In the columns `drawn` it may have other colours than its
    /// own: elsewhere it need not be read.
    @inline(__always)
    func lay(
        rows: Span, _ columns: Span, drawn: Span, into first: UnsafeMutablePointer<UInt32>, pitch: Int
    ) {
        let target = first + Int(columns.from)
        if let pixels, drawn.overlaps(columns) {
            let source = pixels + (Int(rows.from) &* width &+ Int(columns.from))
            copyRows(
                PixelRows(
                    source: source, sourcePitch: width &* 4, target: UnsafeMutableRawPointer(target),
                    targetPitch: pitch &* 4, count: Int(columns.count), rows: Int(rows.count)))
        } else {
            setRows(target, pitch: pitch, count: Int(columns.count), rows: Int(rows.count), to: color)
        }
    }
}
