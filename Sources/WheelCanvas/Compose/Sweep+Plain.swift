/// How a sweep writes spans that need no blending in the strip.
extension Sweep {
    /// Writes three kinds of spans directly to the target, and removes them from `spans`: spans in which no slot draws,
    /// spans that a shape covers in full, and spans with one text on a ground of one colour. The pixels of the text are
    /// read from `InkTables`.
    func writePlain(
        _ frames: borrowing FramePair, _ ground: Ground, _ first: Int, _ end: Int, into target: PixelBuffer
    ) {
        guard !isSharp else { return }
        for block in first..<end where !spans[block &- first].isEmpty {
            let nearby = slots(identical.blocks.start[block].rows, spans.extent(block &- first))
            spans.removeAll(in: block &- first) { span in
                span.count >= Sweep.leastPlain && writePlain(span, block, nearby, frames, ground, into: target)
            }
        }
    }

    /// Writing a narrower span directly costs more than composing it in the strip.
    private static var leastPlain: Int32 { 8 }

    /// The smallest range of `activeSlots` with all slots that may draw into these pixels.
    private func slots(_ rows: Span, _ columns: Span) -> Range<Int> {
        var (lowest, end) = (activeSlots.count, 0)
        var index = 0
        while index < activeSlots.count {
            if draws(index, rows, columns) {
                lowest = min(lowest, index)
                end = index &+ 1
            }
            index &+= 1
        }
        return Range(uncheckedBounds: (min(lowest, end), end))
    }

    /// Whether a slot may draw into these pixels.
    @inline(__always)
    private func draws(_ index: Int, _ rows: Span, _ columns: Span) -> Bool {
        let slot = activeSlots.start[index].slot
        return slot.pointee.rows.overlaps(rows) && slot.pointee.columns.overlaps(columns)
    }

    /// Writes a span directly if possible, and returns whether the span was written.
    private func writePlain(
        _ span: Span, _ block: Int, _ nearby: Range<Int>, _ frames: borrowing FramePair, _ ground: Ground,
        into target: PixelBuffer
    ) -> Bool {
        let rows = identical.blocks.start[block].rows
        var text: UnsafePointer<Frame.Slot>?
        var floor: UInt32?
        var index = nearby.upperBound
        while index > nearby.lowerBound && floor == nil {
            index &-= 1
            guard draws(index, rows, span) else { continue }
            let slot = activeSlots.start[index].slot
            if slot.pointee.isText && text == nil {
                text = slot
            } else if covers(index, block, span) {
                floor = slot.pointee.color
            } else {
                return false
            }
        }
        if let text { return write(text.pointee, frames, floor, ground, rows, span, into: target) }
        let isBare = floor == nil && ground.isBare(rows, span)
        if isBare && span.count >= SolidFill.least {
            solid.fill(rows, span, into: target)
        } else if let color = floor ?? (isBare ? ground.color : nil) {
            let row = strip.row(0)
            setPixels(row + Int(span.from), count: Int(span.count), to: color)
            target.write(row, intoAll: rows, columns: span)
        } else {
            ground.write(rows, span, into: target)
        }
        return true
    }

    /// Writes a text and the ground around the text. `floor` is the colour of a shape that covers the ground below the
    /// text. Returns `false` if the ground has several colours, if two glyphs share columns, or if the format has three
    /// bytes a pixel.
    func write(
        _ text: Frame.Slot, _ frames: borrowing FramePair, _ floor: UInt32?, _ ground: Ground, _ rows: Span,
        _ span: Span, into target: PixelBuffer
    ) -> Bool {
        guard let atlas = frames.glyphs, target.format.bytesPerPixel != 3 else { return false }
        let line = TextLine(frames.next.glyphs.start, text.glyphs, atlas, rows, span)
        guard let line, let below = floor ?? ground.color(in: rows, span) else { return false }
        let key = InkTables.Key(color: text.color, opacity: text.opacity, ground: below, format: target.format)
        line.write(rows, span, inks.table(key), into: target)
        return true
    }
}
