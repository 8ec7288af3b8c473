/// Reuses the rows of a trace that have not changed. A growing arc or bar keeps most of its edges between frames, so
/// only the rows with other edges are traced.
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

    /// Appends copies of some rows' bands from one trace to another.
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
