/// The pixels to draw in a few rows: for each row, spans from left to right that do not overlap.
struct SpanTable: ~Copyable {
    /// Spans up to this distance apart are joined: a few more pixels cost less than another span.
    static let gap: Int32 = 3
    private let width: Int32
    private let perRow: Int
    private let rows: Int
    private let counts: UnsafeMutablePointer<Int>
    private let spans: UnsafeMutablePointer<Span>

    init(width: Int, rows: Int) {
        self.width = Int32(width)
        self.rows = rows
        // The largest number of spans in a row, and one more during a join.
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

    /// The span from the first to the last pixel of a row, which must not be empty.
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

    /// Adds pixels to a row. Pixels outside of the picture are left out.
    @inline(__always)
    func insert(_ span: Span, row: Int) {
        let new = Span(from: max(span.from, 0), to: min(span.to, width))
        guard !new.isEmpty else { return }
        let end = spans + row &* perRow + counts[row]
        // Most spans are added from left to right.
        if counts[row] == 0 || new.from > end[-1].to &+ SpanTable.gap {
            end[0] = new
            counts[row] &+= 1
        } else {
            join(new, row: row)
        }
    }

    /// Keeps the parts of a row's spans that lie within the spans `kept`, and passes the other parts to `dropped`.
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

    /// Removes the spans of a row for which `isDone` returns true.
    @inline(__always)
    func removeAll(in row: Int, where isDone: (Span) -> Bool) {
        let list = spans + row &* perRow
        var kept = 0
        for index in 0..<counts[row] where !isDone(list[index]) {
            list[kept] = list[index]
            kept &+= 1
        }
        counts[row] = kept
    }

    /// Inserts a span, and joins it with the spans close to it.
    @inline(never)
    private func join(_ span: Span, row: Int) {
        let list = spans + row * perRow
        let count = counts[row]
        var new = span
        var after = count
        let next = new.to &+ SpanTable.gap
        // The index is halved first, because many spans are added from right to left.
        while after > 1 && list[after / 2].from > next { after /= 2 }
        while after > 0 && list[after &- 1].from > next { after &-= 1 }
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
