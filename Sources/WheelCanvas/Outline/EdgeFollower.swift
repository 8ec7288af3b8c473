/// Adds the crossings of an outline's edges to the bands of its trace.
struct EdgeFollower {
    private let trace: Trace
    private let bands: UnsafeMutablePointer<Band>
    private let crossings: UnsafeMutablePointer<Crossing>
    private let bandOfRow: UnsafePointer<Int32>
    private let width: Int32
    /// Whether the outline extends beyond the left or right side of the picture.
    private let clips: Bool

    init(
        _ trace: Trace, of traces: borrowing Traces, bandOfRow: UnsafePointer<Int32>, width: Int32, clips: Bool
    ) {
        self.trace = trace
        bands = traces.bands.start + trace.bands.first
        crossings = traces.crossings.start + trace.crossings.first
        self.bandOfRow = bandOfRow
        self.width = width
        self.clips = clips
    }

    func follow(_ edge: UnsafePointer<Outline.Edge>) {
        let (top, bottom) = (edge.pointee.top, edge.pointee.bottom)
        // The change of x for one step of y, in units of 2⁻³² steps.
        let slope = Int64(Double(edge.pointee.endX &- edge.pointee.x) / Double(bottom &- top) * 4_294_967_296)
        // The rows that the edge crosses in their full height.
        let whole = Span(from: (top &+ Subpixel.step &- 1) >> Subpixel.bits, to: bottom >> Subpixel.bits)
        guard whole.from <= whole.to else { return putPart(edge, slope, from: top, to: bottom) }
        if top < whole.from << Subpixel.bits { putPart(edge, slope, from: top, to: whole.from << Subpixel.bits) }
        putWhole(edge, slope, rows: whole.intersection(trace.rows))
        if bottom > whole.to << Subpixel.bits { putPart(edge, slope, from: whole.to << Subpixel.bits, to: bottom) }
    }

    @inline(__always)
    private func putWhole(_ edge: UnsafePointer<Outline.Edge>, _ slope: Int64, rows: Span) {
        guard !rows.isEmpty else { return }
        var band = bands + Int(bandOfRow[Int(rows.from &- trace.rows.from)])
        let last = bands + Int(bandOfRow[Int(rows.to &- trace.rows.from) &- 1])
        let (x, height) = (edge.pointee.x, edge.pointee.winding << Subpixel.bits)
        // Each step of the loop is one band. Where an edge is slanted, a band has one row. Where an edge is vertical, a
        // band may have many rows, but x is the same in all of them.
        let rise = slope << Int64(Subpixel.bits)
        var way = Int64((rows.from << Subpixel.bits) &- edge.pointee.top) &* slope &+ 0x8000_0000
        var from = x &+ Int32(truncatingIfNeeded: way >> 32)
        while band <= last {
            way &+= rise
            let to = x &+ Int32(truncatingIfNeeded: way >> 32)
            let crossing = Crossing(from: from, to: to, height: height)
            if clips { clip(crossing, band) } else { place(crossing, band) }
            from = to
            band += 1
        }
    }

    /// Adds the part of an edge that lies within one row, as a crossing of that row.
    @inline(never)
    private func putPart(_ edge: UnsafePointer<Outline.Edge>, _ slope: Int64, from: Int32, to: Int32) {
        let row = from >> Subpixel.bits
        guard row >= trace.rows.from && row < trace.rows.to else { return }
        let band = bands + Int(bandOfRow[Int(row &- trace.rows.from)])
        let way = Int64(from &- edge.pointee.top) &* slope &+ 0x8000_0000
        let wayOn = Int64(to &- edge.pointee.top) &* slope &+ 0x8000_0000
        let (x, height) = (edge.pointee.x, (to &- from) &* edge.pointee.winding)
        let crossing = Crossing(
            from: x &+ Int32(truncatingIfNeeded: way >> 32), to: x &+ Int32(truncatingIfNeeded: wayOn >> 32),
            height: height)
        if clips { clip(crossing, band) } else { place(crossing, band) }
    }

    /// Inserts a crossing into a band, whose crossings are ordered by column.
    @inline(__always)
    private func place(_ crossing: Crossing, _ band: UnsafeMutablePointer<Band>) {
        let count = band.pointee.count
        band.pointee.count = count &+ 1
        let place = crossings + Int(band.pointee.crossings &+ count)
        if count == 0 || place[-1].first <= crossing.first {
            place[0] = crossing
        } else {
            moveUp(crossing, from: place, count)
        }
    }

    @inline(never)
    private func moveUp(_ crossing: Crossing, from end: UnsafeMutablePointer<Crossing>, _ count: Int32) {
        var (place, before) = (end, count)
        let first = crossing.first
        while before > 0 && place[-1].first > first {
            place[0] = place[-1]
            place -= 1
            before &-= 1
        }
        place[0] = crossing
    }

    /// Cuts a crossing at the sides of the picture. The part to the left of the picture becomes a crossing of the same
    /// height at the left side. The part to the right is added to an extra column, which is not shown.
    @inline(never)
    private func clip(_ crossing: Crossing, _ band: UnsafeMutablePointer<Band>) {
        let edge = width << Subpixel.bits
        let (start, end) = (crossing.from, crossing.to)
        let (from, to) = (min(max(start, 0), edge), min(max(end, 0), edge))
        var rest = Crossing(from: from, to: to, height: crossing.height)
        if start != end && (from != start || to != end) {
            let perStep = Double(crossing.height) / Double(end - start)
            let before = Int32(perStep * Double(min(end, 0) - min(start, 0)))
            let beyond = Int32(perStep * Double(max(end, edge) - max(start, edge)))
            rest.height -= before + beyond
            if before != 0 { place(Crossing(from: 0, to: 0, height: before), band) }
            if beyond != 0 { place(Crossing(from: edge, to: edge, height: beyond), band) }
        }
        if rest.height != 0 { place(rest, band) }
    }
}
