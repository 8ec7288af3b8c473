/// Draws the changes of a picture in one pass from top to bottom.
///
/// A sweep processes a few rows at a time: up to 16 or 32 rows, or a run of identical rows, of which it composes only
/// the first. It collects the columns that change in these rows. Spans that need no blending are written directly to
/// the target: the layer where no slot (a shape or a text) draws, the inside of a rectangle, a number on a rectangle.
/// The other spans are composed in a strip: first the layer, then each slot from the lowest to the uppermost. Then the
/// strip is written to the target, each pixel once. The sweep never reads the target.
///
/// Example: an arm that turns by a degree over a dial changes a narrow span on each of its two sides. For each 16 rows,
/// the sweep copies the layer's pixels of both spans to the strip, and blends the slots in these spans over them. Then
/// it writes both spans to the target.
///
/// Each row must get the same pixels as if it were composed alone: a row that was wrongly treated as identical would
/// show the pixels of another row. A run of identical rows ends where an outline or a change begins or ends, where an
/// outline is slanted, where a text has pixels, or where a row of the layer differs from the row above.
struct Sweep: ~Copyable {
    // The next two types are not private: Swift 6.0 crashes in a debug build if a type that cannot be copied has arrays
    // of private types.

    /// A slot, which is a shape or a text, that overlaps the changed rectangle.
    struct ActiveSlot: BitwiseCopyable {
        var slot: UnsafePointer<Frame.Slot>
        var cursor: BandCursor
    }

    /// A change, and the rows that the sweep has reached in the change's two outlines.
    struct Pending: BitwiseCopyable {
        var change: UnsafePointer<Changes.Change>
        var before: BandCursor
        var after: BandCursor
    }

    private let isSharp: Bool
    private let strip: Strip
    private let coverage: CoverageRow
    /// The rows that are processed. A change covers all of these rows or none.
    private var shown = Span.empty
    /// The rows that are composed: of identical rows only the first.
    private var rows = Span.empty
    private var areIdentical: Bool { rows != shown }
    /// The cells of the composed rows in which the layer has an edge.
    private var edges = Cells()
    /// The columns to draw in these rows.
    private var spans: SpanList
    private var parts: SpanList
    private var spareSpans: SpanList
    private var inks = InkTables()
    /// The shapes and texts to draw, from the lowest to the uppermost.
    private var activeSlots = KeptBuffer<ActiveSlot>(capacity: 64)
    private var pending = KeptBuffer<Pending>(capacity: 64)
    private var written = KeptBuffer<DamageRegion.Part>(capacity: 1024)

    init(width: Int, isSharp: Bool = false) {
        self.isSharp = isSharp
        strip = Strip(width: width)
        coverage = CoverageRow(width: width)
        spans = SpanList(width: width)
        parts = SpanList(width: width)
        spareSpans = SpanList(width: width)
    }

    mutating func run(
        _ frames: borrowing FramePair, over ground: Ground, into target: PixelBuffer, damage: inout DamageRegion
    ) {
        guard !frames.changes.rows.isEmpty else { return }
        begin(frames)
        while advance(ground, frames.changes.columns) {
            collect()
            for span in spans.all {
                written.append(DamageRegion.Part(rows: shown, columns: span, areIdentical: areIdentical))
            }
            if !isSharp {
                cutWideSpans(ground)
                writePlain(frames, ground, into: target)
            }
            guard !spans.isEmpty else { continue }
            draw(ground)
            compose(frames)
            if isSharp { sharpen() }
            for span in spans.all {
                target.write(strip.row(0), pitch: areIdentical ? 0 : strip.pitch, rows: shown, columns: span)
            }
        }
        damage.append(written)
    }

    /// Selects the changes, and the shapes and texts to draw.
    private mutating func begin(_ frames: borrowing FramePair) {
        pending.removeAll()
        for index in 0..<frames.changes.list.count {
            let change = UnsafePointer(frames.changes.list.start + index)
            pending.append(
                Pending(
                    change: change, before: BandCursor(change.pointee.before, of: frames.traces),
                    after: BandCursor(change.pointee.after, of: frames.traces)))
        }
        activeSlots.removeAll()
        for index in 0..<frames.next.slots.count {
            let slot = UnsafePointer(frames.next.slots.start + index)
            guard slot.pointee.opacity > 0 && slot.pointee.rows.overlaps(frames.changes.rows) else { continue }
            guard slot.pointee.columns.overlaps(frames.changes.columns) else { continue }
            activeSlots.append(ActiveSlot(slot: slot, cursor: BandCursor(slot.pointee.trace, of: frames.traces)))
        }
        shown = Span(from: frames.changes.rows.from, to: frames.changes.rows.from)
        written.removeAll()
    }

    /// Moves down to the next changed rows. If at least `leastIdentical` rows there are identical, as between the
    /// upright sides of a rectangle, all of them are processed at once. Otherwise at most as many rows are processed as
    /// the strip can hold. The rows end where a change begins or ends. Returns `false` below the last change.
    private mutating func advance(_ ground: Ground, _ columns: Span) -> Bool {
        var (from, to) = (Int32.max, Int32.max)
        for index in 0..<pending.count {
            let change = pending.start[index].change.pointee.rows
            if change.to > shown.to { from = min(from, max(change.from, shown.to)) }
        }
        guard from < .max else { return false }
        // A span holds the change in all composed rows. If the change lies between two outlines, the span gets wider
        // with each row, so at most half of the strip's rows are composed at a time. The span of a box does not get
        // wider.
        var most = Int32(Strip.rows)
        for index in 0..<pending.count {
            let change = pending.start[index].change
            let own = change.pointee.rows
            if own.from > from { to = min(to, own.from) }
            if own.to > from { to = min(to, own.to) }
            if own.from <= from && own.to > from && change.pointee.columns.isEmpty { most = Int32(Strip.rows / 2) }
        }
        let end = endOfIdenticalRows(from, to, ground, columns)
        if end - from >= Sweep.leastIdentical {
            shown = Span(from: from, to: end)
            rows = Span(from: from, to: from + 1)
        } else {
            shown = Span(from: from, to: min(to, from + most))
            rows = shown
        }
        edges = ground.edges(in: rows)
        return true
    }

    /// The smallest number of identical rows for which one row is composed and copied. Fewer identical rows are
    /// composed like other rows.
    private static let leastIdentical: Int32 = 4

    /// The first row below row `from` that may differ from row `from`; at most `limit`.
    private func endOfIdenticalRows(_ from: Int32, _ limit: Int32, _ ground: Ground, _ columns: Span) -> Int32 {
        var end = limit
        for index in 0..<pending.count {
            end = min(end, pending.start[index].before.end(of: from), pending.start[index].after.end(of: from))
        }
        var index = 0
        while index < activeSlots.count && end > from + 1 {
            let slot = activeSlots.start[index].slot
            if !slot.pointee.isText {
                end = min(end, activeSlots.start[index].cursor.end(of: from))
            } else if slot.pointee.rows.to > from {
                end = min(end, max(slot.pointee.rows.from, from + 1))
            }
            index &+= 1
        }
        var y = from + 1
        let seen = columns.intersection(Span(from: 0, to: Int32(ground.width)))
        while y < end && ground.isLikeAbove(y, seen) { y += 1 }
        return min(y, end)
    }

    /// Collects the columns that change in the rows.
    private mutating func collect() {
        spans.removeAll()
        for index in 0..<pending.count {
            let entry = pending.start + index
            guard entry.pointee.change.pointee.rows.overlaps(rows) else { continue }
            let columns = entry.pointee.change.pointee.columns
            if columns.isEmpty { collect(entry) } else { spans.insert(columns) }
        }
    }

    /// Collects the pixels between the two outlines of a change. Most rows of most outlines have an edge on the left
    /// and one on the right. Then the difference of all rows lies in two spans: between the two left edges, and between
    /// the two right ones.
    @inline(never)
    private mutating func collect(_ entry: UnsafeMutablePointer<Pending>) {
        var (before, after) = (entry.pointee.before, entry.pointee.after)
        var (left, right) = (Span.nowhere, Span.nowhere)
        var y = rows.from
        while y < rows.to {
            let (crossings, others) = (after.crossings(y), before.crossings(y))
            switch (crossings.count, others.count) {
            case (2, 2) where crossings[0].height == others[0].height:
                if crossings[0] != others[0] { left.widen(crossings[0], others[0]) }
                if crossings[1] != others[1] { right.widen(crossings[1], others[1]) }
            case (2, 0): left.widen(crossings[0], crossings[1])
            case (0, 2): left.widen(others[0], others[1])
            default: spans.insertDifference(crossings, others)
            }
            y &+= 1
        }
        spans.insert(left)
        spans.insert(right)
        (entry.pointee.before, entry.pointee.after) = (before, after)
    }

    private func compose(_ frames: borrowing FramePair) {
        for index in 0..<activeSlots.count {
            let active = activeSlots.start + index
            let slot = active.pointee.slot
            guard slot.pointee.rows.overlaps(rows) && spans.overlaps(slot.pointee.columns) else { continue }
            if slot.pointee.isText {
                draw(text: slot, of: frames)
            } else {
                draw(active)
            }
        }
    }

    @inline(never)
    private func draw(_ active: UnsafeMutablePointer<ActiveSlot>) {
        let slot = active.pointee.slot
        let paint = Paint(color: slot.pointee.color, opacity: slot.pointee.opacity)
        let (own, extent) = (slot.pointee.rows.intersection(rows), spans.extent)
        var cursor = active.pointee.cursor
        var row = strip.row(Int(own.from &- rows.from))
        var y = own.from
        while y < own.to {
            coverage.draw(cursor.crossingsInside(y), paint, into: row, shown: extent)
            row += strip.pitch
            y &+= 1
        }
        active.pointee.cursor = cursor
    }

    /// Makes each pixel of the spans black or white.
    private func sharpen() {
        for y in 0..<Int(rows.count) {
            let row = strip.row(y)
            for span in spans.all {
                for column in Int(span.from)..<Int(span.to) {
                    // The highest bit of green decides, since green contributes most to a colour's brightness.
                    row[column] = row[column] & 0x8000 != 0 ? Color.white.word : Color.black.word
                }
            }
        }
    }
}

/// How a sweep prepares its spans for `writePlain`, and draws the ground of the spans that `writePlain` leaves.
extension Sweep {
    /// If a span is wide, cuts all spans at the sides of the slots and of the layer's edges, so that `writePlain`
    /// can write the pieces beside them.
    private mutating func cutWideSpans(_ ground: Ground) {
        guard spans.all.contains(where: { $0.count >= Sweep.leastWide }) else { return }
        parts.removeAll()
        for index in 0..<activeSlots.count {
            let slot = activeSlots.start[index].slot
            guard slot.pointee.rows.overlaps(rows) else { continue }
            // Parts begin and end at multiples of 16 pixels, so that few parts are narrow.
            let columns = slot.pointee.columns
            parts.insert(Span(from: columns.from & ~15, to: (columns.to &+ 15) & ~15))
        }
        spans.cut(at: parts, spare: &spareSpans)
        parts.removeAll()
        var edges = edges
        while let columns = edges.removeFirst(upToGapOf: Int(Sweep.leastWide), width: ground.width) {
            parts.insert(columns)
        }
        spans.cut(at: parts, spare: &spareSpans)
    }

    /// Cutting a narrower span would cost more than composing it in one piece.
    private static let leastWide: Int32 = 96

    /// Whether a shape or text (`index`) may draw into these columns.
    @inline(__always)
    private func draws(_ index: Int, _ columns: Span) -> Bool {
        let slot = activeSlots.start[index].slot
        return slot.pointee.rows.overlaps(rows) && slot.pointee.columns.overlaps(columns)
    }

    /// Whether a slot covers each pixel of these columns in full, in all composed rows.
    private func covers(_ index: Int, _ extent: Span) -> Bool {
        let active = activeSlots.start + index
        let slot = active.pointee.slot
        let (own, columns) = (slot.pointee.rows, slot.pointee.columns)
        guard own.from <= rows.from && own.to >= rows.to && columns.from <= extent.from && columns.to >= extent.to
        else { return false }
        return slot.pointee.opacity == 256 && !slot.pointee.isText && covers(active.pointee.cursor, extent)
    }

    /// Whether a trace covers each pixel of these columns in full, in all composed rows.
    private func covers(_ cursor: BandCursor, _ extent: Span) -> Bool {
        var cursor = cursor
        var y = rows.from
        while y < rows.to {
            let row = cursor.crossingsInside(y)
            guard row.count == 2 && row[0].height == Subpixel.step else { return false }
            guard row[0].end <= extent.from && row[1].first >= extent.to else { return false }
            y = cursor.end(of: y)
        }
        return true
    }

    /// Fills the spans in the strip with the ground.
    private func draw(_ ground: Ground) {
        for span in spans.all { ground.draw(rows: rows, span, edges: edges, into: strip.row(0), pitch: strip.pitch) }
    }
}

/// How a sweep writes spans without blending: directly, and not through the strip.
extension Sweep {
    /// Writes three kinds of spans directly to the target, and removes them from `spans`: spans in which no shape or
    /// text draws, spans that a shape covers in full, and spans with texts side by side on a ground of one colour. The
    /// pixels of the texts are read from `InkTables`.
    private mutating func writePlain(_ frames: borrowing FramePair, _ ground: Ground, into target: PixelBuffer) {
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
            if let other = text?.pointee.columns, slot.pointee.isText {
                // Texts side by side are written one by one.
                let own = slot.pointee.columns
                let middle = max(own.from, other.from)
                guard !own.overlaps(other) && middle > span.from && middle < span.to else { return false }
                return writePlain(Span(from: span.from, to: middle), frames, ground, into: target)
                    && writePlain(Span(from: middle, to: span.to), frames, ground, into: target)
            } else if slot.pointee.isText {
                text = slot
            } else if covers(index, span) {
                floor = slot.pointee.color
            } else {
                return false
            }
        }
        if let text { return write(text.pointee, frames, floor, ground, span, into: target) }
        if let color = floor ?? ground.color(in: rows, span, edges: edges) {
            target.fill(span, shown, with: color)
        } else {
            ground.write(shown, span, into: target)
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
        guard let line, let below = floor ?? ground.color(in: rows, span, edges: edges) else { return false }
        let key = InkTables.Key(color: text.color, opacity: text.opacity, ground: below, format: target.format)
        if target.format.bytesPerPixel == 4 {
            line.write(rows, span, inks.table(key), as: UInt32.self, into: target)
        } else {
            line.write(rows, span, inks.table(key), as: UInt16.self, into: target)
        }
        return true
    }
}

extension Sweep {
    /// Blends the glyphs of a text into the rows of the strip.
    private func draw(text slot: UnsafePointer<Frame.Slot>, of frames: borrowing FramePair) {
        guard let atlas = frames.glyphs else { return }
        let paint = Paint(color: slot.pointee.color, opacity: slot.pointee.opacity)
        let extent = spans.extent
        for index in slot.pointee.glyphs.first..<slot.pointee.glyphs.end {
            let glyph = frames.next.glyphs.start + index
            let cell = atlas.cells + Int(glyph.pointee.cell)
            let columns = glyph.pointee.columns(cell.pointee)
            let own = glyph.pointee.rows(cell.pointee).intersection(rows)
            guard !own.isEmpty && spans.overlaps(columns) else { continue }
            let seen = columns.intersection(extent)
            var y = own.from
            while y < own.to {
                let line = Int(y &- glyph.pointee.y) &* Int(cell.pointee.width)
                paint.draw(
                    atlas.coverage + (cell.pointee.offset &+ line &- Int(columns.from)), seen,
                    into: strip.row(Int(y &- rows.from)))
                y &+= 1
            }
        }
    }
}

/// The rows in which a sweep composes pixels before it writes them to the target.
struct Strip: ~Copyable {
    /// The largest number of rows that are composed at a time.
    static let rows = 32
    private let pixels: UnsafeMutablePointer<UInt32>
    /// The distance between rows, in pixels.
    let pitch: Int

    init(width: Int) {
        // Each row has at least one pixel more than the picture is wide, for coverage to the right of the picture.
        pitch = (width + 8) & ~7
        let count = pitch * Strip.rows
        pixels = .allocate(capacity: count)
        pixels.initialize(repeating: 0, count: count)
    }

    deinit {
        pixels.deallocate()
    }

    @inline(__always)
    func row(_ number: Int) -> UnsafeMutablePointer<UInt32> { pixels + number &* pitch }
}
