/// The background of a sweep: one colour, or a layer that was drawn before.
struct Ground {
    /// Not used if there is a layer.
    var color: UInt32 = 0
    /// The layer's pixels, without gaps between the rows.
    var pixels: UnsafePointer<UInt32>?
    /// The same pixels in the target's format; `nil` if they must be converted.
    var stored: UnsafeRawPointer?
    /// For each row, the span from the first to the last pixel that differs from the row above.
    var changes: UnsafePointer<Span>?
    /// For each row, the cells with a pixel that differs from the pixel on its left.
    var edges: UnsafePointer<Cells>?
    var width: Int

    /// The cells with a pixel that differs, in one of these rows, from the pixel on its left.
    func edges(in rows: Span) -> Cells {
        var cells = Cells()
        guard let edges else { return cells }
        for y in Int(rows.from)..<Int(rows.to) { cells.bits |= edges[y].bits }
        return cells
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

    /// The colour of these pixels; `nil` if they may have several colours. `edges` are those in these rows.
    func color(in rows: Span, _ columns: Span, edges: Cells) -> UInt32? {
        guard let pixels, let changes else { return color }
        guard !edges.overlap(Span(from: columns.from &+ 1, to: columns.to), width: width) else { return nil }
        // Without an edge, the first pixel of a row has the colour of all others.
        let start = pixels + Int(columns.from)
        let color = start[Int(rows.from) &* width]
        var y = Int(rows.from) &+ 1
        while y < Int(rows.to) {
            if changes[y].overlaps(columns) && start[y &* width] != color { return nil }
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

    /// Copies the background into the rows of a strip, which lie `pitch` pixels apart. The layer's pixels are not read if
    /// they have one colour. `edges` are those in these rows.
    @inline(__always)
    func draw(
        rows: Span, _ columns: Span, edges: Cells, into first: UnsafeMutablePointer<UInt32>, pitch: Int
    ) {
        let target = first + Int(columns.from)
        if let color = color(in: rows, columns, edges: edges) {
            for y in 0..<Int(rows.count) { setPixels(target + y &* pitch, count: Int(columns.count), to: color) }
        } else if let pixels {
            let source = pixels + (Int(rows.from) &* width &+ Int(columns.from))
            copyRows(
                PixelRows(
                    source: source, sourcePitch: width &* 4, target: UnsafeMutableRawPointer(target),
                    targetPitch: pitch &* 4, count: Int(columns.count), rows: Int(rows.count)))
        }
    }
}
