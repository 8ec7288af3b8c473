/// Divides the changed rows of a picture into groups of identical rows. Where all edges are vertical, a group has many
/// rows; where an edge is slanted, a group has one row. Groups of one row are collected in blocks. In all rows of a block
/// the same columns are drawn.
struct IdenticalRows: ~Copyable {
    /// The consecutive groups `first ..< end`.
    struct Block: BitwiseCopyable {
        var first: Int
        var end: Int
        var rows: Span
    }

    static let rowsPerBlock = 16
    private(set) var groups = KeptBuffer<Span>(capacity: 1024)
    private(set) var blocks = KeptBuffer<Block>(capacity: 512)
    /// The group of each row, starting with the first changed row. Until `finish` counts the groups, an element is 1 if
    /// its row begins a group, and else 0.
    private var groupOfRow = KeptBuffer<Int32>(capacity: 1024)
    /// For each row, the number of changes that begin there, minus the number of changes that end with the row above.
    private var begun = KeptBuffer<Int32>(capacity: 1024)
    private var rows = Span.empty

    /// Starts with all rows in one group.
    mutating func begin(_ rows: Span) {
        self.rows = rows
        groupOfRow.removeAll()
        begun.removeAll()
        let count = Int(rows.count)
        let marks = groupOfRow.reserve(count + 1)
        marks.update(repeating: 0, count: count)
        marks[count] = 1
        begun.reserve(count + 1).update(repeating: 0, count: count + 1)
    }

    /// Adds the rows of a change. One group starts with the first of these rows, and another below the last one.
    func add(_ span: Span) {
        let (marks, begun) = (groupOfRow.start - Int(rows.from), begun.start - Int(rows.from))
        marks[Int(span.from)] = 1
        marks[Int(span.to)] = 1
        begun[Int(span.from)] &+= 1
        begun[Int(span.to)] &-= 1
    }

    /// Makes each of these rows a group of its own.
    func splitAll(_ span: Span) {
        let span = span.intersection(rows)
        guard !span.isEmpty else { return }
        (groupOfRow.start + Int(span.from - rows.from)).update(repeating: 1, count: Int(span.count) + 1)
    }

    /// Starts a group at each band of a trace.
    func split(_ trace: Trace, of traces: borrowing Traces) {
        guard trace.bands.count < Int(trace.rows.count) else { return splitAll(trace.rows) }
        let marks = groupOfRow.start - Int(rows.from)
        for index in 0...trace.bands.count {
            let y = traces.bands[trace.bands.first + index].from
            if y >= rows.from && y <= rows.to { marks[Int(y)] = 1 }
        }
    }

    /// Counts the groups and makes the blocks. A changed row also begins a group if the ground differs from the row
    /// above in these columns. Rows between changes are not drawn, so the ground may differ there.
    mutating func finish(_ columns: Span, _ ground: Ground) {
        let columns = columns.intersection(Span(from: 0, to: Int32(ground.width)))
        groups.removeAll()
        let found = groups.reserve(Int(rows.count))
        var (count, changes) = (0, Int32(0))
        var start = rows.from
        var y = rows.from
        var mark = groupOfRow.start
        while y < rows.to {
            changes &+= begun.start[Int(y &- rows.from)]
            if y > start && (mark.pointee != 0 || changes > 0 && !ground.isLikeAbove(y, columns)) {
                found[count] = Span(from: start, to: y)
                count &+= 1
                start = y
            }
            mark.pointee = Int32(truncatingIfNeeded: count)
            mark += 1
            y &+= 1
        }
        found[count] = Span(from: start, to: rows.to)
        groups.commit(count &+ 1)
        findBlocks()
    }

    private mutating func findBlocks() {
        blocks.removeAll()
        var first = 0
        while first < groups.count {
            var end = first &+ 1
            if groups[first].count == 1 {
                let limit = min(first &+ IdenticalRows.rowsPerBlock, groups.count)
                while end < limit && groups[end].count == 1 { end &+= 1 }
            }
            blocks.append(Block(first: first, end: end, rows: rows(first, end)))
            first = end
        }
    }

    /// The index of the group of a changed row.
    @inline(__always)
    func group(of y: Int32) -> Int { Int(groupOfRow.start[Int(y &- rows.from)]) }

    /// The rows of the groups `first ..< end`.
    @inline(__always)
    func rows(_ first: Int, _ end: Int) -> Span {
        Span(from: groups.start[first].from, to: groups.start[end &- 1].to)
    }

    /// The groups of a block that lie in these changed rows. `rows` must not begin or end within a group.
    @inline(__always)
    func groups(of block: Int, in rows: Span) -> Range<Int> {
        let entry = blocks.start + block
        let own = entry.pointee.rows
        let first = own.from >= rows.from ? entry.pointee.first : group(of: rows.from)
        let end = own.to <= rows.to ? entry.pointee.end : group(of: rows.to &- 1) &+ 1
        return Range(uncheckedBounds: (first, end))
    }
}
