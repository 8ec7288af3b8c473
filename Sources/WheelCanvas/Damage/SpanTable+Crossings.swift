/// Finds the pixels between crossings.
extension SpanTable {
    /// The difference between two outlines in a few rows: one span if the difference is narrow, else one span around
    /// each of the shape's two sides.
    struct Sides {
        /// Spans in grid steps. Each span includes both of its ends.
        private(set) var left = Span.nowhere
        private(set) var right = Span.nowhere
        /// Up to this width the difference is one span, because finding its parts would cost more than drawing all of
        /// it.
        private static let narrow: Int32 = 32 << Subpixel.bits
        /// Rows are joined in one span only if their ends are closer together than this.
        private static let near: Int32 = 16 << Subpixel.bits

        /// Adds the crossings of two outlines with one row. Returns `false` if the two spans cannot describe the
        /// difference in this row.
        @inline(__always)
        mutating func add(_ own: Crossings, _ others: Crossings) -> Bool {
            guard own.count == 2 && others.count == 2 else { return addAny(own, others) }
            // The first of two crossings begins further to the left. The first one can extend beyond the second only if
            // it is nearly level, as at round ends.
            let from = min(min(own[0].from, own[0].to), min(others[0].from, others[0].to))
            let firstTo = max(max(own[0].from, own[0].to), max(others[0].from, others[0].to))
            let to = max(firstTo, max(max(own[1].from, own[1].to), max(others[1].from, others[1].to)))
            guard to &- from <= Sides.narrow else { return addWide(own, others) }
            if !isSame(own, others) { left.widen(Span(from: from, to: to)) }
            return true
        }

        @inline(never)
        private mutating func addWide(_ own: Crossings, _ others: Crossings) -> Bool {
            let leftSide = Sides.around(own[0], others[0])
            let rightSide = Sides.around(own[1], others[1])
            // The pixels between the two sides are inside both outlines.
            guard leftSide.to >> Subpixel.bits < rightSide.from >> Subpixel.bits else { return false }
            guard own[0].height == others[0].height else { return false }
            if own[0] != others[0] { left.widen(leftSide) }
            if own[1] != others[1] { right.widen(rightSide) }
            return true
        }

        /// Adds a row with any number of crossings, as at round ends.
        private mutating func addAny(_ own: Crossings, _ others: Crossings) -> Bool {
            guard own.count != 0 && others.count != 0 else { return addWhole(own.count == 0 ? others : own) }
            guard !isSame(own, others) else { return true }
            var around = Span.nowhere
            Sides.widen(&around, own)
            Sides.widen(&around, others)
            guard around.to &- around.from <= Sides.narrow else { return false }
            left.widen(around)
            return true
        }

        /// Adds a row that only one of the two outlines crosses.
        private mutating func addWhole(_ crossings: Crossings) -> Bool {
            guard crossings.count > 0 else { return true }
            var all = Span.nowhere
            Sides.widen(&all, crossings)
            let isFirst = left.from > left.to
            guard isFirst || max(abs(all.from &- left.from), abs(all.to &- left.to)) < Sides.near else { return false }
            left.widen(all)
            return true
        }

        /// Extends a span to contain all crossings of a row.
        @inline(__always)
        private static func widen(_ span: inout Span, _ crossings: Crossings) {
            for crossing in crossings {
                span.widen(Span(from: min(crossing.from, crossing.to), to: max(crossing.from, crossing.to)))
            }
        }

        @inline(__always)
        private static func around(_ one: Crossing, _ other: Crossing) -> Span {
            Span(
                from: min(min(one.from, one.to), min(other.from, other.to)),
                to: max(max(one.from, one.to), max(other.from, other.to)))
        }
    }

    @inline(__always)
    func insert(_ sides: Sides, row: Int) {
        insert(steps: sides.left, row: row)
        insert(steps: sides.right, row: row)
    }

    @inline(__always)
    private func insert(steps: Span, row: Int) {
        guard steps.from <= steps.to else { return }
        insert(Span(from: steps.from >> Subpixel.bits, to: (steps.to >> Subpixel.bits) &+ 1), row: row)
    }

    /// Adds the pixels that two outlines cover differently. Crossings that both outlines have are skipped. The heights
    /// of the other crossings are added up from left to right, those of `others` with the opposite sign. Where the sum
    /// is 0, the coverage is the same to the last bit.
    @inline(never)
    func insertDifference(_ own: Crossings, _ others: Crossings, row: Int) {
        var (index, otherIndex) = (0, 0)
        var inside: Int32 = 0
        // No span has begun before the first crossing.
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
