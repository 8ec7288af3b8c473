/// The background of a sweep: one colour, or a layer that was drawn before.
struct Ground {
    var color: UInt32
    /// The layer's pixels, without gaps between the rows.
    var pixels: UnsafePointer<UInt32>?
    /// The same pixels in the target's format; `nil` if they must be converted.
    var stored: UnsafeRawPointer?
    /// For each row, the span from the first to the last pixel that differs from the row above.
    var changes: UnsafePointer<Span>?
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

    /// Whether all of these pixels have the ground's colour because the layer draws nothing there.
    func isBare(_ rows: Span, _ columns: Span) -> Bool {
        !drawn(in: rows).overlaps(columns)
    }

    /// Whether a row equals the row above in these columns of the picture.
    func isLikeAbove(_ y: Int32, _ columns: Span) -> Bool {
        guard let changes, let pixels, changes[Int(y)].overlaps(columns) else { return true }
        let change = changes[Int(y)]
        // The pixels at both ends of `change` differ from the row above. The pixels between the ends may be equal.
        guard y > 0 && columns.from > change.from && columns.to < change.to else { return false }
        let (row, count) = (pixels + (Int(y) &* width &+ Int(columns.from)), Int(columns.count))
        return equalPixels(row, row - width, count: count) == count
    }

    /// The colour of these pixels; `nil` if they have several colours.
    func color(in rows: Span, _ columns: Span) -> UInt32? {
        guard let pixels, let changes else { return color }
        let (first, end, count) = (Int(rows.from), Int(rows.to), Int(columns.count))
        let start = pixels + Int(columns.from)
        let color = start[first &* width]
        guard areAllPixels(start + first &* width, count: count, equalTo: color) else { return nil }
        var y = first &+ 1
        while y < end {
            // Most rows equal the row above, and their pixels need not be compared.
            if changes[y].overlaps(columns),
                !areAllPixels(start + y &* width, count: count, equalTo: color)
            {
                return nil
            }
            y &+= 1
        }
        return color
    }

    func write(_ rows: Span, _ columns: Span, into target: PixelBuffer) {
        guard let pixels else { return }
        guard let stored else {
            return target.write(pixels + Int(rows.from) &* width, pitch: width, rows: rows, columns: columns)
        }
        let size = target.format.bytesPerPixel
        for y in Int(rows.from)..<Int(rows.to) {
            target.pixel(Int(columns.from), y).copyMemory(
                from: stored + (y &* width &+ Int(columns.from)) &* size, byteCount: Int(columns.count) &* size)
        }
    }

    /// Copies the background into the rows of a strip, which lie `pitch` pixels apart. If `columns` and `drawn` do not
    /// overlap, the background has the ground's colour, and the layer is not read.
    @inline(__always)
    func draw(
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
            for y in 0..<Int(rows.count) { setPixels(target + y &* pitch, count: Int(columns.count), to: color) }
        }
    }
}
