/// The differences between a frame and the previous one.
struct Changes: ~Copyable {
    struct Change: BitwiseCopyable {
        /// The area between two outlines. Either may be empty.
        var before = Trace()
        var after = Trace()
        /// If this is not empty, all pixels of these columns.
        var columns = Span.empty
        /// The rows of the change.
        var rows: Span
    }

    private(set) var list = KeptBuffer<Change>(capacity: 64)
    /// The smallest rectangle around all changes.
    private(set) var rows = Span.empty
    private(set) var columns = Span.empty
    private let height: Int32

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

    /// Compares the frames slot by slot.
    mutating func find(
        from before: borrowing Frame, to after: borrowing Frame, atlas: GlyphAtlas?
    ) {
        let (old, new) = (before.slots.count - after.tail, after.slots.count - after.tail)
        let common = min(old, new)
        for index in 0..<common where !after.slots.start[index].isKept {
            // Accessed through pointers, because slots are large.
            let (old, new) = (before.slots.start + index, after.slots.start + index)
            if old.pointee.color != new.pointee.color || old.pointee.opacity != new.pointee.opacity
                || old.pointee.isText != new.pointee.isText
            {
                addAll(of: old.pointee, before, atlas)
                addAll(of: new.pointee, after, atlas)
            } else if new.pointee.isText {
                compareGlyphs(old.pointee.glyphs, new.pointee.glyphs, before, after, atlas)
            } else {
                let change = Change(
                    before: old.pointee.trace, after: new.pointee.trace, rows: new.pointee.trace.changed)
                add(change, old.pointee.columns.union(new.pointee.columns))
            }
        }
        for index in common..<old { addAll(of: before.slots[index], before, atlas) }
        for index in common..<new { addAll(of: after.slots[index], after, atlas) }
    }

    private mutating func addAll(of slot: Frame.Slot, _ frame: borrowing Frame, _ atlas: GlyphAtlas?) {
        if slot.isText {
            for glyph in slot.glyphs.first..<slot.glyphs.end { add(frame.glyphs[glyph], atlas) }
        } else {
            add(Change(after: slot.trace, rows: slot.rows), slot.columns)
        }
    }

    private mutating func compareGlyphs(
        _ old: IndexRange, _ new: IndexRange, _ before: borrowing Frame, _ after: borrowing Frame, _ atlas: GlyphAtlas?
    ) {
        let common = min(old.count, new.count)
        for index in 0..<common where before.glyphs[old.first + index] != after.glyphs[new.first + index] {
            add(before.glyphs[old.first + index], atlas)
            add(after.glyphs[new.first + index], atlas)
        }
        for index in old.first + common..<old.end { add(before.glyphs[index], atlas) }
        for index in new.first + common..<new.end { add(after.glyphs[index], atlas) }
    }

    private mutating func add(_ glyph: PlacedGlyph, _ atlas: GlyphAtlas?) {
        guard let cell = atlas?.cells[Int(glyph.cell)] else { return }
        addBox(rows: glyph.rows(cell), columns: glyph.columns(cell))
    }

    private mutating func add(_ change: Change, _ columns: Span) {
        guard !change.rows.isEmpty else { return }
        list.append(change)
        self.rows = self.rows.union(change.rows)
        self.columns = self.columns.union(columns)
    }
}
