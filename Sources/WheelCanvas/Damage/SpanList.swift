/// The pixels to draw in a few rows: spans of columns from left to right that do not overlap.
struct SpanList: ~Copyable {
    /// Spans up to this distance apart are joined: a few more pixels cost less than another span.
    static let gap: Int32 = 3
    private let width: Int32
    private var list = KeptBuffer<Span>(capacity: 256)

    init(width: Int) {
        self.width = Int32(width)
    }

    mutating func removeAll() {
        list.removeAll()
    }

    @inline(__always)
    var all: UnsafeBufferPointer<Span> { UnsafeBufferPointer(start: list.start, count: list.count) }

    @inline(__always)
    var isEmpty: Bool { list.count == 0 }

    /// The span from the first to the last pixel. The list must not be empty.
    @inline(__always)
    var extent: Span { Span(from: list[0].from, to: list[list.count &- 1].to) }

    @inline(__always)
    func overlaps(_ span: Span) -> Bool {
        var index = 0
        while index < list.count {
            if list[index].overlaps(span) { return true }
            index &+= 1
        }
        return false
    }

    /// Adds pixels. Pixels outside of the picture are left out.
    @inline(__always)
    mutating func insert(_ span: Span) {
        let new = Span(from: max(span.from, 0), to: min(span.to, width))
        guard !new.isEmpty else { return }
        // Most spans are added from left to right, and are appended to the list.
        if list.count == 0 || new.from > list[list.count &- 1].to &+ SpanList.gap {
            list.append(new)
        } else {
            join(new)
        }
    }

    /// Cuts the spans at the ends of the spans in `parts`.
    mutating func cut(at parts: borrowing SpanList, spare: inout SpanList) {
        spare.removeAll()
        for span in all {
            var from = span.from
            for part in parts.all where part.overlaps(span) {
                if part.from > from {
                    spare.list.append(Span(from: from, to: part.from))
                    from = part.from
                }
                if part.to < span.to {
                    spare.list.append(Span(from: from, to: part.to))
                    from = part.to
                }
            }
            spare.list.append(Span(from: from, to: span.to))
        }
        swap(&list, &spare.list)
    }

    /// Removes all spans except the first `count`, to which the caller has already copied the spans that remain.
    mutating func shorten(to count: Int) {
        list.shorten(to: count)
    }

    subscript(index: Int) -> Span {
        get { list[index] }
        nonmutating set { list[index] = newValue }
    }

    /// Inserts a span, and joins it with the spans close to it.
    @inline(never)
    private mutating func join(_ span: Span) {
        let count = list.count
        let start = list.reserve(1) - count
        var new = span
        var after = count
        let next = new.to &+ SpanList.gap
        // Many spans are added from right to left. For these, halving the index is faster than single steps.
        while after > 1 && start[after / 2].from > next { after /= 2 }
        while after > 0 && start[after &- 1].from > next { after &-= 1 }
        var first = after
        while first > 0 && start[first - 1].to + SpanList.gap >= new.from {
            first -= 1
            new.from = min(new.from, start[first].from)
            new.to = max(new.to, start[first].to)
        }
        if after - first != 1 { (start + first + 1).update(from: start + after, count: count - after) }
        start[first] = new
        list.commit(1 - (after - first))
    }
}

/// Finds the pixels between crossings.
extension SpanList {
    /// Adds the pixels that two outlines cover differently. Crossings that both outlines have are skipped. The heights
    /// of the other crossings are added up from left to right, the heights of `others` with the opposite sign. Where
    /// the sum is 0, the coverage is the same to the last bit.
    @inline(never)
    mutating func insertDifference(_ own: Crossings, _ others: Crossings) {
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
                if span.to >= 0 { insert(span) }
                span = Span(from: first, to: crossing.last &+ 1)
            }
            inside &+= isOwn ? crossing.height : 0 &- crossing.height
            index &+= isOwn ? 1 : 0
            otherIndex &+= isOwn ? 0 : 1
        }
        if span.to >= 0 { insert(inside == 0 ? span : Span(from: span.from, to: .max)) }
    }
}
