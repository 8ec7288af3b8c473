/// What lies below the slots that a sweep draws.
extension Sweep {
    /// Writes the parts on which no slot draws from the ground to the target, without composing them.
    mutating func writeBare(_ ground: Ground, _ first: Int, _ end: Int, into target: PixelBuffer) {
        for block in first..<end where !spans[block &- first].isEmpty {
            let rows = identical.blocks.start[block].rows
            let extent = spans.extent(block &- first)
            let isBare = !isCovered(rows, extent)
            guard isBare || solid.isWorthIt(spans[block &- first]) else { continue }
            solid.begin()
            if !isBare {
                for index in 0..<activeSlots.count {
                    let slot = activeSlots.start[index].slot
                    if slot.pointee.rows.overlaps(rows) { solid.cover(slot.pointee.columns) }
                }
            }
            let entry = identical.blocks.start[block]
            solid.fill(
                spans, row: block &- first, ground, rows, areIdentical: entry.end &- entry.first == 1, into: target)
        }
    }

    /// Whether a slot may draw into these pixels.
    private func isCovered(_ rows: Span, _ columns: Span) -> Bool {
        for index in 0..<activeSlots.count {
            let slot = activeSlots.start[index].slot
            if slot.pointee.rows.overlaps(rows) && slot.pointee.columns.overlaps(columns) { return true }
        }
        return false
    }

    /// Finds what is not drawn because it lies below a slot that covers it.
    func findFloors(_ first: Int, _ end: Int) {
        for block in first..<end {
            floors[block &- first] =
                spans[block &- first].isEmpty ? Floor() : floor(block, spans.extent(block &- first))
        }
    }

    private func floor(_ block: Int, _ extent: Span) -> Floor {
        var index = activeSlots.count &- 1
        while index >= 0 {
            if covers(index, block, extent) {
                return Floor(index: index, color: activeSlots.start[index].slot.pointee.color)
            }
            index &-= 1
        }
        return Floor()
    }

    /// Whether a slot covers each pixel of these columns in full, in all rows of a block.
    func covers(_ index: Int, _ block: Int, _ extent: Span) -> Bool {
        let (active, rows) = (activeSlots.start + index, identical.blocks.start[block].rows)
        let slot = active.pointee.slot
        let (own, columns) = (slot.pointee.rows, slot.pointee.columns)
        guard own.from <= rows.from && own.to >= rows.to && columns.from <= extent.from && columns.to >= extent.to
        else { return false }
        return slot.pointee.opacity == 256 && !slot.pointee.isText && covers(active.pointee.cursor, block, extent)
    }

    /// Whether a trace covers each pixel of these columns in full, in all rows of a block.
    private func covers(_ cursor: BandCursor, _ block: Int, _ extent: Span) -> Bool {
        var cursor = cursor
        let entry = identical.blocks.start + block
        var group = entry.pointee.first
        while group < entry.pointee.end {
            let row = cursor.crossingsInside(identical.groups.start[group].from)
            guard row.count == 2 && row[0].height == Subpixel.step else { return false }
            guard row[0].end <= extent.from && row[1].first >= extent.to else { return false }
            group &+= 1
        }
        return true
    }

    /// Copies the ground, or the colour of the uppermost slot that covers all, into the spans.
    func draw(_ ground: Ground, _ first: Int, _ end: Int) {
        for block in first..<end {
            let entry = identical.blocks.start[block]
            let row = strip.row(entry.first &- identical.blocks.start[first].first)
            // Of identical rows, one is composed.
            let rows = Span(from: entry.rows.from, to: entry.rows.from &+ Int32(entry.end &- entry.first))
            let floor = floors[block &- first]
            let drawn = ground.drawn(in: rows)
            for span in spans[block &- first] {
                if floor.index < 0 {
                    ground.draw(rows: rows, span, drawn: drawn, into: row, pitch: strip.pitch)
                } else {
                    setRows(
                        row + Int(span.from), pitch: strip.pitch, count: Int(span.count), rows: Int(rows.count),
                        to: floor.color)
                }
            }
        }
    }
}
