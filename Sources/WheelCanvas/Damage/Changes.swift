/// Where a frame differs from the one before it: what the sweep asks, row after row, which pixels to draw.
struct Changes: ~Copyable {
    enum Kind: BitwiseCopyable {
        /// The same slot of both frames, in the same colour: only what lies between the two outlines differs.
        case moved(before: Outline, after: Outline)
        /// All that is inside an outline of the frame before, or of the new one.
        case vanished(Outline)
        case appeared(Outline)
        /// All pixels of these columns.
        case box(Span)
    }

    struct Change: BitwiseCopyable {
        var kind: Kind
        var rows: Span
    }

    private(set) var list = KeptBuffer<Change>(capacity: 64)
    /// The smallest rectangle around them all.
    private(set) var rows = Span.empty
    private(set) var columns = Span.empty

    mutating func removeAll() {
        list.removeAll()
        rows = Span.empty
        columns = Span.empty
    }

    mutating func addBox(columns: Span, rows: Span) {
        add(.box(columns), rows: rows, columns: columns)
    }

    mutating func add(box: Change) {
        guard case .box(let columns) = box.kind else { return }
        addBox(columns: columns, rows: box.rows)
    }

    /// Compares the frames slot by slot.
    mutating func find(from before: borrowing Frame, to after: borrowing Frame, atlas: GlyphAtlas?) {
        let common = min(before.slots.count, after.slots.count)
        for index in 0..<common where !after.slots[index].isKept {
            compare(before.slots[index], after.slots[index], before, after, atlas)
        }
        for index in common..<max(common, before.slots.count) {
            addAll(of: before.slots[index], before, atlas, kind: Kind.vanished)
        }
        for index in common..<max(common, after.slots.count) {
            addAll(of: after.slots[index], after, atlas, kind: Kind.appeared)
        }
    }

    private mutating func compare(
        _ old: Frame.Slot, _ new: Frame.Slot, _ before: borrowing Frame, _ after: borrowing Frame, _ atlas: GlyphAtlas?
    ) {
        if old.color == new.color && old.opacity == new.opacity {
            switch (old.content, new.content) {
            case (.outline(let one), .outline(let other)):
                let rows = one.rowsThatDiffer(from: other, before.outlines, after.outlines)
                add(.moved(before: one, after: other), rows: rows, columns: one.columns.union(other.columns))
                return
            case (.text(let oldFrom, let oldTo), .text(let newFrom, let newTo)):
                let common = min(oldTo - oldFrom, newTo - newFrom)
                for index in 0..<common where before.glyphs[oldFrom + index] != after.glyphs[newFrom + index] {
                    add(before.glyphs[oldFrom + index], atlas)
                    add(after.glyphs[newFrom + index], atlas)
                }
                for index in oldFrom + common..<oldTo { add(before.glyphs[index], atlas) }
                for index in newFrom + common..<newTo { add(after.glyphs[index], atlas) }
                return
            case (.outline, .text), (.text, .outline):
                break
            }
        }
        addAll(of: old, before, atlas, kind: Kind.vanished)
        addAll(of: new, after, atlas, kind: Kind.appeared)
    }

    private mutating func addAll(
        of slot: Frame.Slot, _ frame: borrowing Frame, _ atlas: GlyphAtlas?, kind: (Outline) -> Kind
    ) {
        switch slot.content {
        case .outline(let outline): add(kind(outline), rows: outline.rows, columns: outline.columns)
        case .text(let from, let to): for index in from..<to { add(frame.glyphs[index], atlas) }
        }
    }

    private mutating func add(_ glyph: PlacedGlyph, _ atlas: GlyphAtlas?) {
        guard let cell = atlas?.cells[Int(glyph.cell)] else { return }
        addBox(columns: glyph.columns(cell), rows: glyph.rows(cell))
    }

    private mutating func add(_ kind: Kind, rows: Span, columns: Span) {
        guard !rows.isEmpty else { return }
        list.append(Change(kind: kind, rows: rows))
        self.rows = self.rows.union(rows)
        self.columns = self.columns.union(columns)
    }
}

extension Outline {
    /// The rows in which an edge of one is not an edge of the other. An arc that grew at its end, or a bar, differs in
    /// few: the chains are alike at both ends.
    func rowsThatDiffer(
        from other: Outline, _ ownLists: borrowing Outlines, _ otherLists: borrowing Outlines
    ) -> Span {
        guard chainCount == other.chainCount else { return rows.union(other.rows) }
        var all = Span.empty
        for index in 0..<chainCount {
            let one = ownLists.chains[chains + index]
            let two = otherLists.chains[other.chains + index]
            let ownNodes = ownLists.nodes.start + nodes + Int(one.first)
            let otherNodes = otherLists.nodes.start + other.nodes + Int(two.first)
            let (ownCount, otherCount) = (Int(one.last - one.first) + 1, Int(two.last - two.first) + 1)
            let shortest = min(ownCount, otherCount)
            var alike = 0
            var alikeAtEnd = 0
            if one.winding == two.winding {
                while alike < shortest && ownNodes[alike].isAt(otherNodes[alike]) { alike += 1 }
                if alike == ownCount && alike == otherCount { continue }
                while alikeAtEnd < shortest - alike
                    && ownNodes[ownCount - 1 - alikeAtEnd].isAt(otherNodes[otherCount - 1 - alikeAtEnd])
                {
                    alikeAtEnd += 1
                }
            }
            let top = alike > 0 ? ownNodes[alike - 1].y : min(one.top, two.top)
            let bottom = alikeAtEnd > 0 ? ownNodes[ownCount - alikeAtEnd].y : max(one.bottom, two.bottom)
            all = all.union(Span(from: top >> Grid.bits, to: (bottom + Grid.step - 1) >> Grid.bits))
        }
        return all
    }
}

extension Node {
    @inline(__always)
    fileprivate func isAt(_ other: Node) -> Bool { x == other.x && y == other.y }
}
