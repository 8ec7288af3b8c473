/// The picture of shapes that stay where they are, on a ground of one colour. It is kept as pixels and, like the
/// picture above it, only what differs from the list before is drawn anew.
struct Layer: ~Copyable {
    private let bitmap: Bitmap
    private let repeats: UnsafeMutablePointer<Bool>
    private var color: UInt32?
    private var still = FramePair()
    private var damage = DamageRegion()
    private var pending = KeptBuffer<Changes.Change>()

    init(width: Int, height: Int) {
        bitmap = Bitmap(width: width, height: height)
        repeats = .allocate(capacity: max(height, 1))
        repeats.initialize(repeating: true, count: max(height, 1))
    }

    deinit {
        repeats.deallocate()
    }

    var ground: Ground {
        Ground(
            color: color ?? Color.black.word, pixels: pixels, repeats: UnsafePointer(repeats),
            width: bitmap.pixels.width)
    }

    private var pixels: UnsafePointer<UInt32> {
        UnsafePointer(bitmap.pixels.base.assumingMemoryBound(to: UInt32.self))
    }

    mutating func draw(_ list: DisplayList, on color: Color, circle: borrowing CircleTable, sweep: inout Sweep) {
        let (width, height) = (bitmap.pixels.width, bitmap.pixels.height)
        still.take(list, circle: circle)
        if color.word == self.color {
            still.findChanges()
        } else {
            still.changes.addBox(columns: Span(from: 0, to: Int32(width)), rows: Span(from: 0, to: Int32(height)))
        }
        self.color = color.word
        damage.removeAll()
        let plain = Ground(color: color.word, pixels: nil, repeats: nil, width: width)
        still.run(&sweep, over: plain, into: bitmap.pixels, damage: &damage)
        damage.forEachSpan { pending.append(Changes.Change(kind: .box($1), rows: $0)) }
        if let bounds = damage.bounds {
            findRepeats(rows: max(bounds.y, 1)..<min(bounds.y + bounds.height + 1, height))
        }
    }

    /// What was drawn since `forgetDamage` has to be drawn again in the picture above.
    func addDamage(to changes: inout Changes) {
        for index in 0..<pending.count { changes.add(box: pending[index]) }
    }

    mutating func forgetDamage() {
        pending.removeAll()
    }

    private func findRepeats(rows: Range<Int>) {
        let width = bitmap.pixels.width
        for y in rows {
            let row = pixels + y * width
            repeats[y] = (0..<width).allSatisfy { row[$0] == row[$0 - width] }
        }
    }
}
