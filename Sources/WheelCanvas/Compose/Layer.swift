/// A picture of the shapes that stay, on a ground of one colour. It is kept as pixels. Only the difference to the
/// previous list is drawn.
struct Layer: ~Copyable {
    private let picture: PixelBuffer
    /// For each row, 0 if it equals the row above, else 1 more than a column in which they differ.
    private let changes: UnsafeMutablePointer<Int32>
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
        changes.initialize(repeating: 0, count: max(height, 1))
        drawn = .allocate(capacity: max(height, 1))
        drawn.initialize(repeating: .nowhere, count: max(height, 1))
    }

    deinit {
        changes.deallocate()
        drawn.deallocate()
    }

    var ground: Ground {
        Ground(
            color: color ?? Color.black.word, pixels: pixels, changes: UnsafePointer(changes),
            drawn: UnsafePointer(drawn), width: picture.width)
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
        let plain = Ground(color: color.word, pixels: nil, changes: nil, drawn: nil, width: width)
        still.run(&sweep, over: plain, into: picture, damage: &damage)
        for part in damage.parts {
            pending.append(part)
            measure(part, ground: color.word)
        }
    }

    /// Adds the pixels drawn since `forgetDamage`, which must be drawn again in the picture above.
    func addDamage(to changes: inout Changes) {
        for index in 0..<pending.count { changes.addBox(rows: pending[index].rows, columns: pending[index].columns) }
    }

    mutating func forgetDamage() {
        pending.removeAll()
    }

    /// Finds out again how some rows, in which these columns were drawn, differ from the rows above and from the ground.
    private func measure(_ part: DamageRegion.Part, ground: UInt32) {
        let width = picture.width
        let columns = Int(part.columns.from)..<Int(part.columns.to)
        for y in Int(part.rows.from)..<min(Int(part.rows.to) + 1, picture.height) {
            let row = pixels + y * width
            let isInside = y > part.rows.from && y < part.rows.to
            if !(part.areIdentical && isInside && changes[y] == 0) {
                changes[y] = y > 0 ? change(of: row, from: row - width, known: changes[y], columns) : 1
            }
            if changes[y] == 0 {
                drawn[y] = drawn[y - 1]
            } else {
                var from = min(Int(drawn[y].from), columns.lowerBound)
                var to = max(Int(drawn[y].to), columns.upperBound)
                while from < to && row[from] == ground { from += 1 }
                while to > from && row[to - 1] == ground { to -= 1 }
                drawn[y] = from < to ? Span(from: Int32(from), to: Int32(to)) : .nowhere
            }
        }
    }

    /// The new element of `changes` for a row of which these columns were drawn, or of the row above.
    private func change(
        of row: UnsafePointer<UInt32>, from above: UnsafePointer<UInt32>, known: Int32, _ columns: Range<Int>
    ) -> Int32 {
        // In most rows that differed the same pixel still differs.
        if known > 0 && row[Int(known) - 1] != above[Int(known) - 1] { return known }
        let all = known > 0 ? 0..<picture.width : columns
        let first = all.lowerBound
        var column = first + equalPixels(row + first, above + first, count: all.count)
        while column < all.upperBound && row[column] == above[column] { column += 1 }
        return column < all.upperBound ? Int32(column + 1) : 0
    }
}
