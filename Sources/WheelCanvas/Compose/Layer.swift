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
    /// For each row, the span from the first to the last pixel that differs from the ground's colour.
    private let drawn: UnsafeMutablePointer<Span>
    private var color: UInt32?
    private var still: FramePair
    private var damage = DamageRegion()
    private var pending = KeptBuffer<DamageRegion.Part>()

    init(width: Int, height: Int) {
        picture = Bitmap(width: width, height: height).pixels
        still = FramePair(height: height)
        changes = .allocate(capacity: max(height, 1))
        changes.initialize(repeating: .nowhere, count: max(height, 1))
        drawn = .allocate(capacity: max(height, 1))
        drawn.initialize(repeating: .nowhere, count: max(height, 1))
    }

    deinit {
        changes.deallocate()
        drawn.deallocate()
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
            color: color ?? Color.black.word, pixels: pixels, stored: UnsafeRawPointer(stored?.base),
            changes: UnsafePointer(changes), drawn: UnsafePointer(drawn), width: width)
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
            measure(part, ground: color.word)
        }
    }

    /// Adds the pixels of the layer that were drawn since `ground` was called. At these pixels the picture above the
    /// layer must be drawn again.
    func addDamage(to changes: inout Changes) {
        for index in 0..<pending.count { changes.addBox(rows: pending[index].rows, columns: pending[index].columns) }
    }

    /// Updates `changes` and `drawn` after a part was drawn: for its rows, and for the row below them.
    private func measure(_ part: DamageRegion.Part, ground: UInt32) {
        let width = picture.width
        let all = Span(from: 0, to: Int32(width))
        for y in Int(part.rows.from)..<min(Int(part.rows.to) + 1, picture.height) {
            let row = pixels + y * width
            let isInside = y > part.rows.from && y < part.rows.to
            if !(part.areIdentical && isInside && changes[y].isEmpty) {
                changes[y] = y > 0 ? change(of: row, from: row - width, known: changes[y], part.columns) : all
            }
            if changes[y].isEmpty {
                drawn[y] = drawn[y - 1]
            } else {
                var (from, to) = (Int(min(drawn[y].from, part.columns.from)), Int(max(drawn[y].to, part.columns.to)))
                while from < to && row[from] == ground { from += 1 }
                while to > from && row[to - 1] == ground { to -= 1 }
                drawn[y] = from < to ? Span(from: Int32(from), to: Int32(to)) : .nowhere
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
