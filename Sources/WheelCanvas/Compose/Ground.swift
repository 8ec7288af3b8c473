/// The background of a sweep: one colour, or a layer that was drawn before.
struct Ground {
    var color: UInt32
    /// The layer's pixels, without gaps between the rows.
    var pixels: UnsafePointer<UInt32>?
    /// For each row, not 0 if it differs from the row above.
    var changes: UnsafePointer<Int32>?
    /// For each row, the span from the first to the last pixel that differs from the ground's colour.
    var drawn: UnsafePointer<Span>?
    var width: Int

    /// The columns in which pixels of these rows may differ from the ground's colour.
    func drawn(in rows: Span) -> Span {
        var columns = Span.nowhere
        guard let drawn else { return columns }
        for y in Int(rows.from)..<Int(rows.to) { columns.widen(drawn[y]) }
        return columns
    }

    /// Copies the background into rows of a strip that lie `pitch` apart. Outside of the columns `drawn` it has the
    /// ground's colour and is not read.
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
