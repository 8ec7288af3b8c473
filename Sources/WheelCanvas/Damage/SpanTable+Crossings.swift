/// From crossings to the pixels between them.
extension SpanTable {
    /// Two sides of a shape that moved by less than they are apart, over a few rows.
    struct Sides {
        private(set) var left = Span(from: .max, to: .min)
        private(set) var right = Span(from: .max, to: .min)

        /// Takes up a row of two outlines; says if that is not all there is to say of it.
        @inline(__always)
        mutating func take(_ own: Crossings, _ others: Crossings) -> Bool {
            guard
                own.count == 2 && others.count == 2 && own[0].height == others[0].height
                    && own[1].height == others[1].height && own[0].height &+ own[1].height == 0
            else { return false }
            let leftEnd = max(own[0].last, others[0].last)
            let rightStart = min(own[1].first, others[1].first)
            // Else what lies between the two is not inside both.
            guard leftEnd < rightStart else { return false }
            if own[0] != others[0] {
                left = Span(from: min(left.from, own[0].first, others[0].first), to: max(left.to, leftEnd &+ 1))
            }
            if own[1] != others[1] {
                let end = max(own[1].last, others[1].last) &+ 1
                right = Span(from: min(right.from, rightStart), to: max(right.to, end))
            }
            return true
        }
    }

    @inline(__always)
    func insert(_ sides: Sides, row: Int) {
        insert(sides.left, row: row)
        insert(sides.right, row: row)
    }

    /// Adds the pixels that one outline covers otherwise than another: those between the crossings of both, without
    /// the crossings that both have. Where the heights add up to nothing the two agree to the last bit.
    @inline(never)
    func insertDifference(_ own: Crossings, _ others: Crossings, row: Int) {
        var (index, otherIndex) = (0, 0)
        var inside: Int32 = 0
        // Before the first crossing there is no span to end.
        var span = Span(from: 0, to: -1)
        while index < own.count || otherIndex < others.count {
            let isOwn: Bool
            if index == own.count {
                isOwn = false
            } else if otherIndex == others.count {
                isOwn = true
            } else if own[index] == others[otherIndex] {
                index &+= 1
                otherIndex &+= 1
                continue
            } else {
                isOwn = own[index].first <= others[otherIndex].first
            }
            let crossing = isOwn ? own[index] : others[otherIndex]
            let first = crossing.first
            if span.to >= 0 && (inside != 0 || first <= span.to) {
                span.to = max(span.to, crossing.last &+ 1)
            } else {
                if span.to >= 0 { insert(span, row: row) }
                span = Span(from: first, to: crossing.last &+ 1)
            }
            inside &+= isOwn ? crossing.height : 0 &- crossing.height
            index &+= isOwn ? 1 : 0
            otherIndex &+= isOwn ? 0 : 1
        }
        if span.to >= 0 { insert(inside == 0 ? span : Span(from: span.from, to: .max), row: row) }
    }
}
