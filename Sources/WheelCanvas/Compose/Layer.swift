/// A picture of the shapes that stay from frame to frame, on a ground of one colour. The layer keeps its pixels, and
/// draws only the difference to the previous list.
struct Layer: ~Copyable {
    private let picture: PixelBuffer
    /// The same picture for targets with 16 bits per pixel, so that each pixel is converted once and not in each frame.
    /// `nil` for other targets: their pixels are converted faster, and a copy would be larger.
    private var narrow: PixelBuffer?
    /// For each row, the span from the first to the last pixel that differs from the row above. `nowhere` if the rows
    /// are equal.
    private let changes: UnsafeMutablePointer<Span>
    /// For each row, the cells with a pixel that differs from the pixel on its left.
    private let edges: UnsafeMutablePointer<Cells>
    private var color: UInt32?
    private var still: FramePair
    private var damage = DamageRegion()
    private var pending = KeptBuffer<DamageRegion.Part>()

    init(width: Int, height: Int) {
        picture = Bitmap(width: width, height: height).pixels
        still = FramePair(height: height)
        changes = .allocate(capacity: max(height, 1))
        changes.initialize(repeating: .nowhere, count: max(height, 1))
        edges = .allocate(capacity: max(height, 1))
        edges.initialize(repeating: Cells(), count: max(height, 1))
    }

    deinit {
        changes.deallocate()
        edges.deallocate()
    }

    /// Returns the ground of a picture in this format. From now on `addDamage` leaves out the parts that were drawn
    /// before this call.
    mutating func ground(in format: PixelFormat) -> Ground {
        let (width, height) = (picture.width, picture.height)
        if narrow?.format != format {
            narrow = format.bytesPerPixel == 2 ? Bitmap(width: width, height: height, format: format).pixels : nil
            let (rows, columns) = (Span(from: 0, to: Int32(height)), Span(from: 0, to: Int32(width)))
            if narrow != nil { pending.append(DamageRegion.Part(rows: rows, columns: columns)) }
        }
        if let narrow {
            for index in 0..<pending.count {
                let (rows, columns) = (pending[index].rows, pending[index].columns)
                narrow.write(pixels + Int(rows.from) * width, pitch: width, rows: rows, columns: columns)
            }
        }
        pending.removeAll()
        let stored = format == picture.format ? picture : narrow
        return Ground(
            pixels: pixels, stored: UnsafeRawPointer(stored?.base), changes: UnsafePointer(changes),
            edges: UnsafePointer(edges), width: width)
    }

    private var pixels: UnsafePointer<UInt32> {
        UnsafePointer(picture.base.assumingMemoryBound(to: UInt32.self))
    }

    mutating func draw(_ list: DisplayList, on color: Color, tracer: inout Tracer, sweep: inout Sweep) {
        let (width, height) = (picture.width, picture.height)
        still.setNext(list, tracer: &tracer)
        if color.word == self.color {
            still.findChanges()
        } else {
            still.changes.addBox(rows: Span(from: 0, to: Int32(height)), columns: Span(from: 0, to: Int32(width)))
        }
        self.color = color.word
        damage.removeAll()
        let plain = Ground(color: color.word, width: width)
        still.run(&sweep, over: plain, into: picture, damage: &damage)
        for part in damage.parts {
            pending.append(part)
            measure(part)
        }
    }

    /// Adds the pixels of the layer that were drawn since `ground` was called. At these pixels the picture above the
    /// layer must be drawn again.
    func addDamage(to changes: inout Changes) {
        for index in 0..<pending.count { changes.addBox(rows: pending[index].rows, columns: pending[index].columns) }
    }

    /// Updates `changes` and `edges` after a part was drawn: for its rows, and for the row below them.
    private func measure(_ part: DamageRegion.Part) {
        let width = picture.width
        let all = Span(from: 0, to: Int32(width))
        for y in Int(part.rows.from)..<min(Int(part.rows.to) + 1, picture.height) {
            let row = pixels + y * width
            let isInside = y > part.rows.from && y < part.rows.to
            if !(part.areIdentical && isInside && changes[y].isEmpty) {
                changes[y] = y > 0 ? change(of: row, from: row - width, known: changes[y], part.columns) : all
            }
            if changes[y].isEmpty {
                edges[y] = edges[y - 1]
            } else {
                // The pixel to the right of the part has a new neighbour.
                let columns = Span(from: part.columns.from, to: min(part.columns.to + 1, Int32(width)))
                edges[y].findEdges(in: columns, of: row, width: width)
            }
        }
    }

    /// The new element of `changes` for a row, after `columns` were drawn in this row or in the row above.
    private func change(
        of row: UnsafePointer<UInt32>, from above: UnsafePointer<UInt32>, known: Span, _ columns: Span
    ) -> Span {
        var (from, to) = (Int(min(known.from, columns.from)), Int(max(known.to, columns.to)))
        from += equalPixels(row + from, above + from, count: to - from)
        while to > from && row[to - 1] == above[to - 1] { to -= 1 }
        return from < to ? Span(from: Int32(from), to: Int32(to)) : .nowhere
    }
}
