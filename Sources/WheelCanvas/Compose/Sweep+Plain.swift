/// How a sweep writes spans that need no blending in the strip.
extension Sweep {
    /// Writes three kinds of spans directly to the target, and removes them from `spans`: spans in which no slot draws,
    /// spans that a shape covers in full, and spans with one text on a ground of one colour. The pixels of the text are
    /// read from `InkTables`.
    mutating func writePlain(_ frames: borrowing FramePair, _ ground: Ground, into target: PixelBuffer) {
        guard !isSharp && !spans.isEmpty else { return }
        var kept = 0
        for index in 0..<spans.all.count {
            let span = spans[index]
            if span.count >= Sweep.leastPlain && writePlain(span, frames, ground, into: target) { continue }
            spans[kept] = span
            kept &+= 1
        }
        spans.shorten(to: kept)
    }

    /// Writing a narrower span directly costs more than composing it in the strip.
    private static var leastPlain: Int32 { 8 }

    /// Writes a span directly if possible, and returns whether the span was written.
    private mutating func writePlain(
        _ span: Span, _ frames: borrowing FramePair, _ ground: Ground, into target: PixelBuffer
    ) -> Bool {
        var text: UnsafePointer<Frame.Slot>?
        var floor: UInt32?
        var index = activeSlots.count
        while index > 0 && floor == nil {
            index &-= 1
            guard draws(index, span) else { continue }
            let slot = activeSlots.start[index].slot
            if slot.pointee.isText && text == nil {
                text = slot
            } else if covers(index, span) {
                floor = slot.pointee.color
            } else {
                return false
            }
        }
        if let text { return write(text.pointee, frames, floor, ground, span, into: target) }
        if let color = floor ?? (ground.isBare(rows, span) ? ground.color : nil) {
            target.fill(span, shown, with: color)
        } else {
            ground.write(shown, areIdentical: areIdentical, span, into: target)
        }
        return true
    }

    /// Writes a text and the ground around the text. `floor` is the colour of a shape that covers the ground below the
    /// text. Returns `false` if the ground has several colours, if two glyphs share columns, or if the format has three
    /// bytes a pixel.
    private mutating func write(
        _ text: Frame.Slot, _ frames: borrowing FramePair, _ floor: UInt32?, _ ground: Ground, _ span: Span,
        into target: PixelBuffer
    ) -> Bool {
        guard let atlas = frames.glyphs, target.format.bytesPerPixel != 3 else { return false }
        let line = TextLine(frames.next.glyphs.start, text.glyphs, atlas, rows, span)
        guard let line, let below = floor ?? ground.color(in: rows, span) else { return false }
        let key = InkTables.Key(color: text.color, opacity: text.opacity, ground: below, format: target.format)
        if target.format.bytesPerPixel == 4 {
            line.write(rows, span, inks.table(key), as: UInt32.self, into: target)
        } else {
            line.write(rows, span, inks.table(key), as: UInt16.self, into: target)
        }
        return true
    }
}
