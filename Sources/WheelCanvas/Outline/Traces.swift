/// The traces of many outlines, in shared buffers.
///
/// A trace describes an outline by the rows of the picture: for each row, the crossings of the edges with the row, from
/// left to right. Consecutive rows that are crossed in the same way share a band. So an upright rounded rectangle of
/// 100 rows has a band for each row of its corners, and one for all rows between them. First the bands are found, then
/// their crossings are counted to reserve memory, and then each edge adds its crossings. Frames compare and draw
/// crossings, never edges.
struct Traces: ~Copyable {
    // These capacities are enough for a display full of controls. Memory that is never written occupies no RAM, but a
    // buffer that grows leaves an unused gap in the heap.
    var bands = KeptBuffer<Band>(capacity: 8192)
    var crossings = KeptBuffer<Crossing>(capacity: 32_768)
    /// The band of each row of the current outline.
    private var bandOfRow = KeptBuffer<Int32>(capacity: 1024)

    /// The number of elements in all buffers.
    var count: Int { bands.count + crossings.count }

    mutating func removeAll() {
        bands.removeAll()
        crossings.removeAll()
    }

    mutating func append(_ trace: Trace, of other: borrowing Traces) -> Trace {
        var moved = trace
        guard trace.bands.count > 0 else { return moved }
        moved.bands.first = bands.count
        moved.crossings.first = crossings.count
        bands.append(from: other.bands.start + trace.bands.first, count: trace.bands.count + 1)
        crossings.append(from: other.crossings.start + trace.crossings.first, count: trace.crossings.count)
        return moved
    }

    /// Traces an outline in a picture of this size. `old` is the trace that the new one replaces.
    mutating func add(_ outline: borrowing Outline, like old: Trace, width: Int32, height: Int32) -> Trace {
        let (columns, rows) = (outline.columns, outline.rows.intersection(Span(from: 0, to: height)))
        // An outline outside of the picture has an empty trace.
        guard !rows.isEmpty && columns.overlaps(Span(from: 0, to: width)) else { return Trace(changed: old.rows) }
        let clips = columns.from < 0 || columns.to > width
        var trace = Trace(
            rows: rows, columns: columns, bands: IndexRange(first: bands.count),
            crossings: IndexRange(first: crossings.count))
        trace.bands.count = findBands(outline, rows)
        trace.crossings.count = makeRoom(outline, in: trace, perEdge: clips ? 3 : 1)
        let follower = EdgeFollower(trace, of: self, bandOfRow: bandOfRow.start, width: width, clips: clips)
        for index in 0..<outline.edges.count {
            let edge = outline.edges.start + index
            if edge.pointee.firstRow < rows.to && edge.pointee.endRow > rows.from { follower.follow(edge) }
        }
        trace.changed = areSame(old, trace) ? .empty : old.rows.union(rows)
        return trace
    }

    private func areSame(_ one: Trace, _ other: Trace) -> Bool {
        guard one.rows == other.rows && one.bands.count == other.bands.count else { return false }
        let (band, otherBand) = (bands.start + one.bands.first, bands.start + other.bands.first)
        for index in 0..<one.bands.count {
            guard band[index].from == otherBand[index].from,
                isSame(crossings(of: band[index], one), crossings(of: otherBand[index], other))
            else { return false }
        }
        return true
    }

    private func crossings(of band: Band, _ trace: Trace) -> Crossings {
        Crossings(start: crossings.start + (trace.crossings.first + Int(band.crossings)), count: Int(band.count))
    }

    /// Finds the rows that differ from the row above, and starts a band at each.
    private mutating func findBands(_ outline: borrowing Outline, _ rows: Span) -> Int {
        let count = Int(rows.count)
        bandOfRow.removeAll()
        // Before the bands are counted, 1 marks a row that starts a band. The row after the last one can be marked too.
        let marks = bandOfRow.reserve(count &+ 1)
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

    @inline(__always)
    private func bands(of edge: UnsafePointer<Outline.Edge>, in trace: Trace) -> (first: Int, end: Int) {
        let first = max(edge.pointee.firstRow, trace.rows.from) &- trace.rows.from
        let end = min(edge.pointee.endRow, trace.rows.to) &- trace.rows.from
        guard first < end else { return (0, 0) }
        return (Int(bandOfRow.start[Int(first)]), Int(bandOfRow.start[Int(end) &- 1]) &+ 1)
    }

    /// Reserves memory for the crossings of all bands, and returns the largest possible number of crossings.
    private mutating func makeRoom(_ outline: borrowing Outline, in trace: Trace, perEdge: Int32) -> Int {
        let found = bands.start + trace.bands.first
        for index in 0..<outline.edges.count {
            // Until the next loop, a band's `count` is how many more crossings it can have than the band above it.
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
