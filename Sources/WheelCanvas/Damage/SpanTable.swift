/// The pixels that need drawing, for a few rows at a time: of each row spans in order, apart from each other.
struct SpanTable: ~Copyable {
    /// Spans that are nearer to each other than this are drawn as one: a few pixels more cost less than a span.
    static let gap: Int32 = 8
    private let width: Int32
    private let perRow: Int
    private let rows: Int
    private let counts: UnsafeMutablePointer<Int>
    private let spans: UnsafeMutablePointer<Span>

    init(width: Int, rows: Int) {
        self.width = Int32(width)
        self.rows = rows
        // So many fit side by side, and one that is about to be joined.
        perRow = width / Int(SpanTable.gap + 1) + 2
        counts = .allocate(capacity: rows)
        counts.initialize(repeating: 0, count: rows)
        spans = .allocate(capacity: rows * perRow)
    }

    deinit {
        counts.deallocate()
        spans.deallocate()
    }

    func removeAll() {
        counts.update(repeating: 0, count: rows)
    }

    /// The spans of a row, from left to right.
    @inline(__always)
    subscript(row: Int) -> UnsafeBufferPointer<Span> {
        UnsafeBufferPointer(start: spans + row &* perRow, count: counts[row])
    }

    @inline(__always)
    func isEmpty(_ row: Int) -> Bool { counts[row] == 0 }

    /// From the first pixel of a row that is not empty to the last.
    @inline(__always)
    func extent(_ row: Int) -> Span {
        let first = spans + row &* perRow
        return Span(from: first[0].from, to: first[counts[row] &- 1].to)
    }

    @inline(__always)
    func overlaps(_ row: Int, _ span: Span) -> Bool {
        let first = spans + row &* perRow
        let end = first + counts[row]
        var entry = first
        while entry < end {
            if entry.pointee.overlaps(span) { return true }
            entry += 1
        }
        return false
    }

    /// Adds pixels to a row; those outside of the picture are left out.
    @inline(__always)
    func insert(_ span: Span, row: Int) {
        let new = Span(from: max(span.from, 0), to: min(span.to, width))
        guard !new.isEmpty else { return }
        let end = spans + row &* perRow + counts[row]
        // Most come from left to right.
        if counts[row] == 0 || new.from > end[-1].to &+ SpanTable.gap {
            end[0] = new
            counts[row] &+= 1
        } else {
            join(new, row: row)
        }
    }

    /// Leaves of a row's spans what lies within those of another table's, and tells of what does not.
    func narrow(_ row: Int, to kept: UnsafeBufferPointer<Span>, spare: borrowing SpanTable, dropped: (Span) -> Void) {
        spare.counts[row] = 0
        for span in self[row] {
            var from = span.from
            for part in kept where part.overlaps(span) {
                if part.from > from { dropped(Span(from: from, to: part.from)) }
                spare.insert(part.intersection(span), row: row)
                from = part.to
            }
            if from < span.to { dropped(Span(from: from, to: span.to)) }
        }
        counts[row] = spare.counts[row]
        (spans + row &* perRow).update(from: spare.spans + row &* perRow, count: counts[row])
    }

    /// Puts a span in its place, as one with those that it comes near.
    @inline(never)
    private func join(_ span: Span, row: Int) {
        let list = spans + row * perRow
        let count = counts[row]
        var new = span
        var after = count
        while after > 0 && list[after - 1].from > new.to + SpanTable.gap { after -= 1 }
        var first = after
        while first > 0 && list[first - 1].to + SpanTable.gap >= new.from {
            first -= 1
            new.from = min(new.from, list[first].from)
            new.to = max(new.to, list[first].to)
        }
        if after - first != 1 { (list + first + 1).update(from: list + after, count: count - after) }
        counts[row] = count - (after - first) + 1
        list[first] = new
    }
}
