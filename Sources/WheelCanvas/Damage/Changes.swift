/// The differences between a frame and the previous one.
///
/// The slots of both frames, which are shapes and texts, are compared pair by pair. For a shape that moved, the change
/// holds both outlines, and `Sweep` finds the pixels between them: an arm that turns by a degree changes its two sides,
/// not the rectangle around it. For a text, the changes are the boxes of the glyphs that differ. For a shape that
/// appears, disappears or gets another colour, the change is the whole area that the shape covers. A change that is too
/// large costs time, and a change that is too small leaves pixels of the previous frame.
struct Changes: ~Copyable {
    struct Change: BitwiseCopyable {
        /// The outlines before and after the change. Either outline may be empty.
        var before = Trace()
        var after = Trace()
        /// If `columns` is not empty, the change is a box: all pixels of these columns.
        var columns = Span.empty
        var rows: Span
    }

    private(set) var list = KeptBuffer<Change>(capacity: 64)
    /// The smallest rectangle around all changes.
    private(set) var rows = Span.empty
    private(set) var columns = Span.empty
    private let height: Int32
    /// Two boxes are joined if their union has at most this many pixels more than both together. Drawing these pixels
    /// costs less than another change.
    private static let slack: Int32 = 256

    init(height: Int) {
        self.height = Int32(height)
    }

    mutating func removeAll() {
        list.removeAll()
        rows = Span.empty
        columns = Span.empty
    }

    mutating func addBox(rows: Span, columns: Span) {
        let rows = rows.intersection(Span(from: 0, to: height))
        add(Change(columns: columns, rows: rows), columns)
    }

    mutating func find(
        from before: borrowing Frame, to after: borrowing Frame, cells: UnsafePointer<GlyphCell>?
    ) {
        let (old, new) = (before.slots.count - after.tail, after.slots.count - after.tail)
        let common = min(old, new)
        for index in 0..<common where !after.slots.start[index].isKept {
            // Slots are large, so pointers avoid copies of them.
            let (old, new) = (before.slots.start + index, after.slots.start + index)
            if old.pointee.color != new.pointee.color || old.pointee.opacity != new.pointee.opacity
                || old.pointee.isText != new.pointee.isText
            {
                addAll(of: old.pointee, before, new.pointee, after, cells)
            } else if new.pointee.isText {
                compareGlyphs(
                    old.pointee.glyphs, new.pointee.glyphs, before, after, cells, isRecolored: false)
            } else if old.pointee.rows.overlaps(new.pointee.rows) && old.pointee.columns.overlaps(new.pointee.columns) {
                let change = Change(
                    before: old.pointee.trace, after: new.pointee.trace, rows: new.pointee.trace.changed)
                add(change, old.pointee.columns.union(new.pointee.columns))
            } else if !new.pointee.trace.changed.isEmpty {
                // The old and the new place of the shape do not overlap, so no pixel is covered both before and after.
                // Each place is a change of its own.
                addAll(of: old.pointee, before, cells)
                addAll(of: new.pointee, after, cells)
            }
        }
        for index in common..<old { addAll(of: before.slots[index], before, cells) }
        for index in common..<new { addAll(of: after.slots[index], after, cells) }
    }

    private mutating func addAll(of slot: Frame.Slot, _ frame: borrowing Frame, _ cells: UnsafePointer<GlyphCell>?) {
        if slot.isText {
            for glyph in slot.glyphs.first..<slot.glyphs.end { add(frame.glyphs[glyph], cells) }
        } else if slot.isBox {
            addBox(rows: slot.rows, columns: slot.columns)
        } else {
            add(Change(after: slot.trace, rows: slot.rows), slot.columns)
        }
    }

    /// Adds all pixels of two slots that differ in colour or kind. An outline or a glyph that both slots share is added
    /// once.
    private mutating func addAll(
        of old: Frame.Slot, _ before: borrowing Frame, _ new: Frame.Slot, _ after: borrowing Frame,
        _ cells: UnsafePointer<GlyphCell>?
    ) {
        if old.isText && new.isText {
            return compareGlyphs(old.glyphs, new.glyphs, before, after, cells, isRecolored: true)
        }
        let isSameOutline = old.isText == new.isText && new.trace.changed.isEmpty
        if !isSameOutline { addAll(of: old, before, cells) }
        addAll(of: new, after, cells)
    }

    private mutating func compareGlyphs(
        _ old: IndexRange, _ new: IndexRange, _ before: borrowing Frame, _ after: borrowing Frame,
        _ cells: UnsafePointer<GlyphCell>?, isRecolored: Bool
    ) {
        let common = min(old.count, new.count)
        for index in 0..<common {
            let differs = before.glyphs[old.first + index] != after.glyphs[new.first + index]
            if differs { add(before.glyphs[old.first + index], cells) }
            if differs || isRecolored { add(after.glyphs[new.first + index], cells) }
        }
        for index in old.first + common..<old.end { add(before.glyphs[index], cells) }
        for index in new.first + common..<new.end { add(after.glyphs[index], cells) }
    }

    /// Adds the box of a glyph. The box is joined with the previous box if their union has at most `slack` pixels more
    /// than both together. The previous box most often belongs to the neighbouring glyph.
    private mutating func add(_ glyph: PlacedGlyph, _ cells: UnsafePointer<GlyphCell>?) {
        guard let cell = cells?[Int(glyph.cell)] else { return }
        let (rows, columns) = (glyph.rows(cell).intersection(Span(from: 0, to: height)), glyph.columns(cell))
        guard list.count > 0, !rows.isEmpty else { return addBox(rows: rows, columns: columns) }
        let last = list.start + (list.count - 1)
        let (allRows, allColumns) = (last.pointee.rows.union(rows), last.pointee.columns.union(columns))
        let apart = last.pointee.rows.count * last.pointee.columns.count + rows.count * columns.count
        guard !last.pointee.columns.isEmpty && allRows.count * allColumns.count <= apart + Changes.slack else {
            return addBox(rows: rows, columns: columns)
        }
        last.pointee.rows = allRows
        last.pointee.columns = allColumns
        self.rows = self.rows.union(rows)
        self.columns = self.columns.union(columns)
    }

    private mutating func add(_ change: Change, _ columns: Span) {
        guard !change.rows.isEmpty else { return }
        list.append(change)
        self.rows = self.rows.union(change.rows)
        self.columns = self.columns.union(columns)
    }
}
