import WheelGeometry

/// A display list made ready for drawing: each shape as an outline, each text as a range of glyphs. The canvas keeps
/// two, the one on the screen and the next.
struct Frame: ~Copyable {
    struct Slot: BitwiseCopyable {
        enum Content: BitwiseCopyable {
            case outline(Outline)
            /// A range of `glyphs`.
            case text(Int, Int)
        }

        var content: Content
        var color: UInt32
        /// In 256ths.
        var opacity: Int32
        /// The pixels that it may touch.
        var rows: Span
        var columns: Span
        /// Whether it is, in place and colour, that of the frame before.
        var isKept: Bool
    }

    private(set) var slots = KeptBuffer<Slot>(capacity: 64)
    private(set) var outlines = Outlines()
    private(set) var glyphs = ContiguousArray<PlacedGlyph>()
    private var items = ContiguousArray<DisplayList.Item>()
    private var points = ContiguousArray<Point>()

    init() {}

    mutating func removeAll() {
        slots.removeAll()
        outlines.removeAll()
        items.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
    }

    /// Takes up `list`; what `before` has at the same place is taken over from there.
    mutating func fill(from list: DisplayList, before: borrowing Frame, circle: borrowing CircleTable) {
        removeAll()
        // Copied, not shared: the list is about to be filled anew and would have to leave its memory behind.
        items.append(contentsOf: list.items)
        points.append(contentsOf: list.points)
        glyphs.append(contentsOf: list.glyphs)
        for index in 0..<items.count {
            let item = items[index]
            let isKept = index < before.items.count && isSame(item, before.items[index], before)
            slots.append(
                isKept
                    ? keep(before.slots[index], item, of: before)
                    : slot(for: item, atlas: list.atlas, circle: circle))
        }
    }

    private func isSame(_ item: DisplayList.Item, _ other: DisplayList.Item, _ before: borrowing Frame) -> Bool {
        guard item.color == other.color else { return false }
        switch (item.content, other.content) {
        case (.shape(let shape, let transform), .shape(let otherShape, let otherTransform)):
            return shape == otherShape && transform == otherTransform
        case (.polygon(let from, let to, let transform), .polygon(let otherFrom, let otherTo, let otherTransform)):
            return transform == otherTransform && points[from..<to] == before.points[otherFrom..<otherTo]
        case (.text(let from, let to), .text(let otherFrom, let otherTo)):
            return glyphs[from..<to] == before.glyphs[otherFrom..<otherTo]
        case (.shape, _), (.polygon, _), (.text, _):
            return false
        }
    }

    private mutating func keep(_ slot: Slot, _ item: DisplayList.Item, of before: borrowing Frame) -> Slot {
        var kept = slot
        kept.isKept = true
        switch (slot.content, item.content) {
        case (.outline(let outline), _): kept.content = .outline(outlines.append(outline, of: before.outlines))
        case (.text, .text(let from, let to)): kept.content = .text(from, to)
        case (.text, _): break
        }
        return kept
    }

    private mutating func slot(
        for item: DisplayList.Item, atlas: GlyphAtlas?, circle: borrowing CircleTable
    ) -> Slot {
        var slot = Slot(
            content: .text(0, 0), color: item.color.word, opacity: item.color.weight, rows: .empty, columns: .empty,
            isKept: false)
        switch item.content {
        case .shape(let shape, let transform):
            slot.take(outlines.add(shape, under: transform, circle: circle))
        case .polygon(let from, let to, let transform):
            slot.take(outlines.add(polygon: points[from..<to], under: transform))
        case .text(let from, let to):
            slot.content = .text(from, to)
            if let atlas {
                for index in from..<to { slot.include(glyphs[index], atlas.cells[Int(glyphs[index].cell)]) }
            }
        }
        return slot
    }
}

extension Frame.Slot {
    fileprivate mutating func take(_ outline: Outline) {
        content = .outline(outline)
        rows = outline.rows
        columns = outline.columns
    }

    fileprivate mutating func include(_ glyph: PlacedGlyph, _ cell: GlyphCell) {
        rows = rows.union(glyph.rows(cell))
        columns = columns.union(glyph.columns(cell))
    }
}
