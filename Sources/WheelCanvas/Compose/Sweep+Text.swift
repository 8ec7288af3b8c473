/// How a sweep draws texts.
extension Sweep {
    /// Blends the glyphs of a text into the rows of the strip. A row of pixels with text is the only row of its group.
    func draw(
        text slot: UnsafePointer<Frame.Slot>, _ place: Int, of frames: borrowing FramePair, _ first: Int, _ end: Int
    ) {
        guard let atlas = frames.glyphs else { return }
        let paint = Paint(color: slot.pointee.color, opacity: slot.pointee.opacity)
        let firstGroup = identical.blocks.start[first].first
        for block in first..<end
        where place > floors[block &- first].index && !spans[block &- first].isEmpty {
            let (rows, extent) = (identical.blocks.start[block].rows, spans.extent(block &- first))
            for index in slot.pointee.glyphs.first..<slot.pointee.glyphs.end {
                let glyph = frames.next.glyphs.start + index
                let cell = atlas.cells + Int(glyph.pointee.cell)
                let columns = glyph.pointee.columns(cell.pointee)
                let own = glyph.pointee.rows(cell.pointee).intersection(rows)
                guard !own.isEmpty && spans.overlaps(block &- first, columns) else { continue }
                let seen = columns.intersection(extent)
                var y = own.from
                while y < own.to {
                    let line = Int(y &- glyph.pointee.y) &* Int(cell.pointee.width)
                    paint.draw(
                        atlas.coverage + (cell.pointee.offset &+ line &- Int(columns.from)), seen,
                        into: strip.row(identical.group(of: y) &- firstGroup))
                    y &+= 1
                }
            }
        }
    }
}
