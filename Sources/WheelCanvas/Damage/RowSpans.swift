/// The pixels of one row that need drawing: spans in order, apart from each other.
struct RowSpans: ~Copyable {
    /// Spans that are nearer to each other than this are drawn as one: a few pixels more cost less than a span.
    private static let gap: Int32 = 8
    private var list = KeptBuffer<Span>(capacity: 64)
    private let width: Int32

    init(width: Int) {
        self.width = Int32(width)
    }

    var isEmpty: Bool { list.count == 0 }

    @inline(__always)
    var count: Int { list.count }

    @inline(__always)
    subscript(index: Int) -> Span { list[index] }

    /// From the first pixel to the last.
    var extent: Span { isEmpty ? .empty : Span(from: list[0].from, to: list[list.count - 1].to) }

    mutating func removeAll() {
        list.removeAll()
    }

    func overlaps(_ span: Span) -> Bool {
        for index in 0..<list.count where list[index].overlaps(span) { return true }
        return false
    }

    /// Adds pixels; those outside of the picture are left out.
    mutating func insert(_ span: Span) {
        var new = Span(from: max(span.from, 0), to: min(span.to, width))
        guard !new.isEmpty else { return }
        // Most come from left to right, so the place is looked for from the end.
        var after = list.count
        while after > 0 && list[after - 1].from > new.to + RowSpans.gap { after -= 1 }
        var first = after
        while first > 0 && list[first - 1].to + RowSpans.gap >= new.from {
            first -= 1
            new.from = min(new.from, list[first].from)
            new.to = max(new.to, list[first].to)
        }
        replace(first, after, with: new)
    }

    /// Puts `new` in the place of those from `first` up to `after`.
    private mutating func replace(_ first: Int, _ after: Int, with new: Span) {
        let count = list.count
        if first == after {
            list.append(new)
            var place = count
            while place > first {
                list[place] = list[place - 1]
                place -= 1
            }
        } else if after - first > 1 {
            let dropped = after - first - 1
            for place in after..<count { list[place - dropped] = list[place] }
            list.shorten(to: count - dropped)
        }
        list[first] = new
    }
}
