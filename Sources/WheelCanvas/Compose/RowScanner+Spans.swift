/// From crossings to the spans of pixels that they bound.
extension RowScanner {
    @inline(__always)
    func crossings(of scan: Scan) -> UnsafeBufferPointer<Crossing> {
        UnsafeBufferPointer(start: crossings.start + scan.crossings, count: scan.crossingsEnd - scan.crossings)
    }

    /// What one outline has and the other does not: its own edges together with those of the other, counted back.
    /// Where the heights add up to nothing the two agree to the last bit.
    mutating func difference(_ one: Scan, _ other: Scan) -> Scan {
        var all = Scan()
        all.crossings = crossings.count
        for index in one.crossings..<one.crossingsEnd { crossings.append(crossings[index]) }
        for index in other.crossings..<other.crossingsEnd {
            var crossing = crossings[index]
            crossing.height = -crossing.height
            crossings.append(crossing)
        }
        all.crossingsEnd = crossings.count
        order(from: all.crossings)
        return all
    }
}

extension RowSpans {
    /// The pixels that the crossings touch, and all between them where the outline is inside.
    mutating func insert(_ scan: RowScanner.Scan, of scanner: borrowing RowScanner) {
        var inside: Int32 = 0
        var open: Span?
        for crossing in scanner.crossings(of: scan) {
            if let span = open, inside != 0 || crossing.first <= span.to {
                open = Span(from: span.from, to: max(span.to, crossing.last + 1))
            } else {
                if let span = open { insert(span) }
                open = Span(from: crossing.first, to: crossing.last + 1)
            }
            inside += crossing.height
        }
        if let span = open { insert(inside == 0 ? span : Span(from: span.from, to: .max)) }
    }
}
