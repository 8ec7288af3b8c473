/// Writes the ground into wide spans. If no slot draws in a part of a span, the part is filled, or copied from the
/// layer, directly in the target. Only the other parts of the span are composed.
struct SolidFill: ~Copyable {
    /// The smallest width, in pixels, at which it is faster to fill a span with copies of `run`.
    static let least: Int32 = 96
    /// Parts begin and end at multiples of this many pixels, which are multiples of 16 bytes in every format.
    private static let grain: Int32 = 16
    private let covered: SpanTable
    private let spare: SpanTable
    /// The length of `run` in bytes: whole groups of 80 pixels in every format, and little enough for the level 1 cache.
    private static let runLength = 16_320
    /// A run of pixels with the ground's colour in the target's format. It is made again when the colour or the format
    /// changes.
    private let run: UnsafeMutableRawBufferPointer
    private var color: UInt32?
    private var format = PixelFormat.xrgb8888

    init(width: Int) {
        run = .allocate(byteCount: SolidFill.runLength, alignment: 64)
        covered = SpanTable(width: width, rows: 1)
        spare = SpanTable(width: width, rows: Strip.blocks)
    }

    deinit {
        run.deallocate()
    }

    @inline(__always)
    func isWorthIt(_ spans: UnsafeBufferPointer<Span>) -> Bool {
        var index = 0
        while index < spans.count {
            if spans[index].count >= SolidFill.least { return true }
            index &+= 1
        }
        return false
    }

    /// Makes the run for a sweep over `ground`.
    mutating func prepare(for ground: Ground, _ target: PixelBuffer) {
        if color != ground.color || format != target.format { makeRun(ground.color, target.format) }
    }

    /// Starts without any covered columns.
    func begin() {
        covered.removeAll()
    }

    func cover(_ columns: Span) {
        guard !columns.isEmpty else { return }
        let mask = SolidFill.grain &- 1
        covered.insert(Span(from: columns.from & ~mask, to: (columns.to &+ mask) & ~mask), row: 0)
    }

    /// Writes the uncovered parts of the spans, and removes these parts from the spans.
    func fill(
        _ spans: borrowing SpanTable, row: Int, _ ground: Ground, _ rows: Span, areIdentical: Bool,
        into target: PixelBuffer
    ) {
        let drawn = ground.drawn(in: rows)
        spans.narrow(row, to: covered[0], spare: spare) { bare in
            let middle = bare.intersection(drawn)
            guard let pixels = ground.pixels, !middle.isEmpty else {
                return fill(rows, bare, into: target)
            }
            if bare.from < middle.from {
                fill(rows, Span(from: bare.from, to: middle.from), into: target)
            }
            let source = pixels + Int(rows.from) &* ground.width
            if areIdentical && rows.count > 1 {
                target.write(source, intoAll: rows, columns: middle)
            } else {
                target.write(source, pitch: ground.width, rows: rows, columns: middle)
            }
            if middle.to < bare.to {
                fill(rows, Span(from: middle.to, to: bare.to), into: target)
            }
        }
    }

    /// Writes the ground's colour.
    func fill(_ rows: Span, _ columns: Span, into target: PixelBuffer) {
        target.fill(with: UnsafeRawBufferPointer(run), rows: rows, columns: columns)
    }

    private mutating func makeRun(_ word: UInt32, _ wanted: PixelFormat) {
        (color, format) = (word, wanted)
        // The run is filled in small pieces, because a larger buffer would not be allocated on the stack.
        let pixels = 80
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: pixels) { words in
            words.initialize(repeating: word)
            guard let first = words.baseAddress else { return }
            for piece in stride(from: run.startIndex, to: run.endIndex, by: pixels * wanted.bytesPerPixel) {
                if let base = run.baseAddress { wanted.store(first, count: pixels, to: base + piece) }
            }
        }
    }
}
