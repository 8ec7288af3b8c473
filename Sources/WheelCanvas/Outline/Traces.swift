/// The traces of many outlines, in shared buffers.
struct Traces: ~Copyable {
    var bands = KeptBuffer<Band>(capacity: 4096)
    var crossings = KeptBuffer<Crossing>(capacity: 8192)
    private(set) var edges = KeptBuffer<Outline.Edge>(capacity: 1024)
    /// The band of each row of the current outline.
    private var bandOfRow = KeptBuffer<Int32>(capacity: 1024)

    /// The number of elements in all buffers.
    var count: Int { bands.count + crossings.count + edges.count }

    mutating func removeAll() {
        bands.removeAll()
        crossings.removeAll()
        edges.removeAll()
    }

    /// Copies a trace from `other`.
    mutating func append(_ trace: Trace, of other: borrowing Traces) -> Trace {
        var moved = trace
        guard trace.bands.count > 0 else { return moved }
        moved.bands.first = bands.count
        moved.crossings.first = crossings.count
        moved.edges.first = edges.count
        edges.append(from: other.edges.start + trace.edges.first, count: trace.edges.count)
        bands.append(from: other.bands.start + trace.bands.first, count: trace.bands.count + 1)
        crossings.append(from: other.crossings.start + trace.crossings.first, count: trace.crossings.count)
        return moved
    }

    /// Traces an outline in a picture of this size. Rows that equal the rows of `old`, a trace in these buffers, are
    /// copied from `old`.
    mutating func add(_ outline: borrowing Outline, like old: Trace, width: Int32, height: Int32) -> Trace {
        let (columns, all) = (outline.columns, outline.rows)
        var trace = Trace(rows: Span(from: max(all.from, 0), to: min(all.to, height)), columns: columns)
        trace.changed = old.rows.union(trace.rows)
        // An outline outside of the picture has an empty trace.
        guard !trace.rows.isEmpty && columns.overlaps(Span(from: 0, to: width)) else {
            return Trace(changed: old.rows)
        }
        let clips = columns.from < 0 || columns.to > width
        trace.bands.first = bands.count
        trace.crossings.first = crossings.count
        if old.edges.count > 0 {
            trace.changed = rowsThatDiffer(outline.edges, old).intersection(trace.changed)
        }
        trace.edges.first = edges.count
        trace.edges.count = outline.edges.count
        edges.append(from: outline.edges.start, count: outline.edges.count)
        let (rows, changed) = (trace.rows, trace.changed)
        let start = min(max(changed.from, rows.from), rows.to)
        let end = min(max(changed.to, start), rows.to)
        reuse(Span(from: rows.from, to: start), of: old, into: trace)
        follow(Span(from: start, to: end), of: outline, into: trace, width: width, clips: clips)
        reuse(Span(from: end, to: rows.to), of: old, into: trace)
        trace.bands.count = bands.count - trace.bands.first
        trace.crossings.count = crossings.count - trace.crossings.first
        bands.append(Band(from: rows.to, crossings: 0, count: 0))
        return trace
    }

    /// Traces some rows of an outline.
    private mutating func follow(
        _ rows: Span, of outline: borrowing Outline, into whole: Trace, width: Int32, clips: Bool
    ) {
        guard !rows.isEmpty else { return }
        var part = Trace(
            rows: rows, bands: IndexRange(first: bands.count), crossings: IndexRange(first: crossings.count))
        part.bands.count = findBands(outline, rows)
        part.crossings.count = makeRoom(outline, in: part, perEdge: clips ? 3 : 1)
        let follower = EdgeFollower(part, of: self, bandOfRow: bandOfRow.start, width: width, clips: clips)
        for index in 0..<outline.edges.count {
            let edge = outline.edges.start + index
            if edge.pointee.firstRow < rows.to && edge.pointee.endRow > rows.from { follower.follow(edge) }
        }
        // The band that marks the end is added only after the last part.
        bands.shorten(to: part.bands.end)
        let before = Int32(truncatingIfNeeded: part.crossings.first - whole.crossings.first)
        guard before > 0 else { return }
        for index in part.bands.first..<bands.count { bands.start[index].crossings &+= before }
    }

    /// Finds the rows that differ from the row above, and starts a band at each.
    private mutating func findBands(_ outline: borrowing Outline, _ rows: Span) -> Int {
        let count = Int(rows.count)
        bandOfRow.removeAll()
        // Before the bands are counted, 1 marks a row that starts a band. The row after the last one can be marked too.
        let marks = bandOfRow.reserve(count &+ 1)
        guard outline.hasUpright else { return findRows(rows, marks) }
        marks.update(repeating: 0, count: count &+ 1)
        for index in 0..<outline.edges.count {
            let edge = outline.edges.start + index
            let first = Int(max(edge.pointee.firstRow, rows.from) &- rows.from)
            let end = Int(min(edge.pointee.endRow, rows.to) &- rows.from)
            guard first < end else { continue }
            if edge.pointee.isUpright {
                let whole = (edge.pointee.top &+ Subpixel.step &- 1) >> Subpixel.bits &- rows.from
                let rest = edge.pointee.bottom >> Subpixel.bits &- rows.from
                marks[first] = 1
                marks[min(max(Int(whole), 0), count)] = 1
                marks[min(max(Int(rest), 0), count)] = 1
                marks[end] = 1
            } else {
                for row in first...end { marks[row] = 1 }
            }
        }
        let found = bands.reserve(count &+ 1)
        var number = -1
        for row in 0..<count {
            if marks[row] != 0 {
                number &+= 1
                found[number] = Band(from: rows.from &+ Int32(truncatingIfNeeded: row), crossings: 0, count: 0)
            }
            marks[row] = Int32(truncatingIfNeeded: number)
        }
        found[number &+ 1] = Band(from: rows.to, crossings: 0, count: 0)
        bands.commit(number &+ 2)
        return number &+ 1
    }

    /// Makes each row a band of its own, for an outline without vertical edges.
    private mutating func findRows(_ rows: Span, _ bandOfRow: UnsafeMutablePointer<Int32>) -> Int {
        let count = Int(rows.count)
        let found = bands.reserve(count &+ 1)
        var row = 0
        while row <= count {
            bandOfRow[row] = Int32(truncatingIfNeeded: row)
            found[row] = Band(from: rows.from &+ Int32(truncatingIfNeeded: row), crossings: 0, count: 0)
            row &+= 1
        }
        bands.commit(count &+ 1)
        return count
    }

    /// The bands that an edge crosses.
    @inline(__always)
    private func bands(of edge: UnsafePointer<Outline.Edge>, in trace: Trace) -> (first: Int, end: Int) {
        let first = max(edge.pointee.firstRow, trace.rows.from) &- trace.rows.from
        let end = min(edge.pointee.endRow, trace.rows.to) &- trace.rows.from
        guard first < end else { return (0, 0) }
        return (Int(bandOfRow.start[Int(first)]), Int(bandOfRow.start[Int(end) &- 1]) &+ 1)
    }

    /// Reserves memory for the crossings of all bands, and returns the number of crossings.
    private mutating func makeRoom(_ outline: borrowing Outline, in trace: Trace, perEdge: Int32) -> Int {
        let found = bands.start + trace.bands.first
        for index in 0..<outline.edges.count {
            // Here, `count` is the difference to the number of edges in the band above.
            let (band, end) = bands(of: outline.edges.start + index, in: trace)
            found[band].count &+= perEdge
            found[end].count &-= perEdge
        }
        var (sum, crossed): (Int32, Int32) = (0, 0)
        for band in 0..<trace.bands.count {
            crossed &+= found[band].count
            found[band].crossings = sum
            found[band].count = 0
            sum &+= crossed
        }
        _ = crossings.reserve(Int(sum))
        crossings.commit(Int(sum))
        return Int(sum)
    }
}

/// Reuses the rows of a trace that have not changed. A growing arc or bar keeps most of its edges between frames, so
/// only the rows with changed edges are traced.
extension Traces {
    /// The rows of the edges that only one of the two outlines has. All other rows are equal.
    func rowsThatDiffer(_ new: borrowing KeptBuffer<Outline.Edge>, _ trace: Trace) -> Span {
        let old = edges.start + trace.edges.first
        var (end, oldEnd) = (new.count, trace.edges.count)
        var first = 0
        while first < min(end, oldEnd) && new.start[first] == old[first] { first &+= 1 }
        while end > first && oldEnd > first && new.start[end &- 1] == old[oldEnd &- 1] {
            end &-= 1
            oldEnd &-= 1
        }
        var rows = Span.nowhere
        for index in first..<end {
            rows.widen(Span(from: new.start[index].firstRow, to: new.start[index].endRow))
        }
        for index in first..<oldEnd { rows.widen(Span(from: old[index].firstRow, to: old[index].endRow)) }
        return rows.from < rows.to ? rows : .empty
    }

    /// Appends copies of the bands of some rows of `old` to `trace`.
    mutating func reuse(_ rows: Span, of old: Trace, into trace: Trace) {
        guard !rows.isEmpty else { return }
        let taken = bands.reserve(old.bands.count)
        let source = bands.start + old.bands.first
        var first = 0
        while source[first &+ 1].from <= rows.from { first &+= 1 }
        var end = first
        let crossing = source[first].crossings
        let before = Int32(truncatingIfNeeded: crossings.count - trace.crossings.first) &- crossing
        while end < old.bands.count && source[end].from < rows.to {
            let band = source[end]
            taken[end &- first] = Band(
                from: max(band.from, rows.from), crossings: band.crossings &+ before, count: band.count)
            end &+= 1
        }
        bands.commit(end &- first)
        let count = (end < old.bands.count ? Int(source[end].crossings) : old.crossings.count) - Int(crossing)
        let place = crossings.reserve(count)
        place.update(from: crossings.start + (old.crossings.first + Int(crossing)), count: count)
        crossings.commit(count)
    }
}
