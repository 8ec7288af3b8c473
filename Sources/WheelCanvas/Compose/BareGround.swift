/// Wide spans hold much that nothing is drawn on. That is filled straight into the target, and only the rest is composed.
struct BareGround: ~Copyable {
    /// Where spans are narrower than this, to look for it costs more than to compose them.
    private static let least: Int32 = 96
    /// It begins and ends between groups of so many pixels, which in every format fill whole groups of sixteen bytes.
    private static let grain: Int32 = 16
    private let covered: SpanTable
    private let spare: SpanTable

    init(width: Int) {
        covered = SpanTable(width: width, rows: 1)
        spare = SpanTable(width: width, rows: Strip.blocks)
    }

    @inline(__always)
    func isWorthIt(_ spans: UnsafeBufferPointer<Span>) -> Bool {
        var index = 0
        while index < spans.count {
            if spans[index].count >= BareGround.least { return true }
            index &+= 1
        }
        return false
    }

    /// Begins with what the layer covers in these rows.
    func begin(_ ground: Ground, _ rows: Span) {
        covered.removeAll()
        cover(ground.drawn(in: rows))
    }

    func cover(_ columns: Span) {
        guard !columns.isEmpty else { return }
        let mask = BareGround.grain &- 1
        covered.insert(Span(from: columns.from & ~mask, to: (columns.to &+ mask) & ~mask), row: 0)
    }

    /// Fills what is not covered, and leaves of a row's spans what is.
    func fill(_ spans: borrowing SpanTable, row: Int, _ ground: Ground, _ rows: Span, into target: PixelBuffer) {
        spans.narrow(row, to: covered[0], spare: spare) { target.fill(ground.color, rows: rows, columns: $0) }
    }
}
