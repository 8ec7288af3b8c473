/// Draws the changes of a picture in one pass from top to bottom.
///
/// It processes a few rows at a time. It collects the changed pixels and composes them in a strip: first the ground,
/// then each slot from the lowest to the uppermost. Then it writes them to the target, each pixel once. It never reads
/// the target. Identical rows are composed once and written many times.
struct Sweep: ~Copyable {
    /// A slot that overlaps the changed rectangle.
    struct ActiveSlot: BitwiseCopyable {
        var slot: UnsafePointer<Frame.Slot>
        var cursor: BandCursor
    }

    /// A change, and the positions of the sweep in its outlines.
    struct Pending: BitwiseCopyable {
        var change: UnsafePointer<Changes.Change>
        var before: BandCursor
        var after: BandCursor
    }

    /// The uppermost slot that covers a block in full, by its index in `activeSlots`. The slots below it are not drawn.
    /// If no slot covers the block, the index is -1, and the block starts from the background (`Ground`).
    struct Floor: BitwiseCopyable {
        var index = -1
        var color: UInt32 = 0
    }

    let isSharp: Bool
    let strip: Strip
    private let coverage: CoverageRow
    let spans: SpanTable
    /// The floor of each block of the strip.
    let floors: UnsafeMutablePointer<Floor>
    var solid: SolidFill
    let inks = InkTables()
    private(set) var identical = IdenticalRows()
    /// The slots to draw, from the lowest to the uppermost.
    private(set) var activeSlots = KeptBuffer<ActiveSlot>(capacity: 64)
    private var pending = KeptBuffer<Pending>(capacity: 64)
    private var written = KeptBuffer<DamageRegion.Part>(capacity: 1024)

    init(width: Int, isSharp: Bool = false) {
        self.isSharp = isSharp
        strip = Strip(width: width)
        coverage = CoverageRow(width: width)
        spans = SpanTable(width: width, rows: Strip.blocks)
        solid = SolidFill(width: width)
        floors = .allocate(capacity: Strip.blocks)
        floors.initialize(repeating: Floor(), count: Strip.blocks)
    }

    deinit {
        floors.deallocate()
    }

    /// Draws the changes of a pair of frames.
    mutating func run(
        _ frames: borrowing FramePair, over ground: Ground, into target: PixelBuffer, damage: inout DamageRegion
    ) {
        guard !frames.changes.rows.isEmpty else { return }
        begin(frames, ground)
        solid.prepare(for: ground, target)
        var first = 0
        while first < identical.blocks.count {
            let end = min(first &+ Strip.blocks, identical.blocks.count)
            if collect(first, end) {
                record(first, end)
                writePlain(frames, ground, first, end, into: target)
                writeBare(ground, first, end, into: target)
                findFloors(first, end)
                draw(ground, first, end)
                compose(frames, first, end)
                if isSharp { sharpen(first, end) }
                write(first, end, into: target)
            }
            first = end
        }
        damage.append(written)
    }

    /// Selects the slots to draw, and finds the identical rows.
    private mutating func begin(_ frames: borrowing FramePair, _ ground: Ground) {
        let rows = frames.changes.rows
        identical.begin(rows)
        pending.removeAll()
        for index in 0..<frames.changes.list.count {
            let change = frames.changes.list.start + index
            let (before, after) = (change.pointee.before, change.pointee.after)
            pending.append(
                Pending(
                    change: UnsafePointer(change), before: BandCursor(before, of: frames.traces),
                    after: BandCursor(after, of: frames.traces)))
            identical.add(change.pointee.rows)
            identical.split(before, of: frames.traces)
            identical.split(after, of: frames.traces)
        }
        activeSlots.removeAll()
        for index in 0..<frames.next.slots.count {
            let slot = frames.next.slots.start + index
            guard slot.pointee.opacity > 0 && slot.pointee.rows.overlaps(rows) else { continue }
            guard slot.pointee.columns.overlaps(frames.changes.columns) else { continue }
            activeSlots.append(
                ActiveSlot(slot: UnsafePointer(slot), cursor: BandCursor(slot.pointee.trace, of: frames.traces)))
            if slot.pointee.isText {
                identical.splitAll(slot.pointee.rows)
            } else {
                identical.split(slot.pointee.trace, of: frames.traces)
            }
        }
        identical.finish(frames.changes.columns, ground)
        written.removeAll()
    }

    /// Collects the spans of the blocks `first ..< end`. Returns `false` if no change overlaps the blocks.
    private func collect(_ first: Int, _ end: Int) -> Bool {
        let rows = Span(from: identical.blocks.start[first].rows.from, to: identical.blocks.start[end &- 1].rows.to)
        spans.removeAll()
        var isAny = false
        for index in 0..<pending.count {
            let entry = pending.start + index
            guard entry.pointee.change.pointee.rows.overlaps(rows) else { continue }
            isAny = true
            let columns = entry.pointee.change.pointee.columns
            if columns.isEmpty {
                collect(entry, first, end)
            } else {
                collect(columns, entry.pointee.change.pointee.rows, first, end)
            }
        }
        return isAny
    }

    private func collect(_ columns: Span, _ rows: Span, _ first: Int, _ end: Int) {
        for block in first..<end where rows.overlaps(identical.blocks.start[block].rows) {
            spans.insert(columns, row: block &- first)
        }
    }

    /// Collects the pixels between the two outlines of a change.
    @inline(never)
    private func collect(_ entry: UnsafeMutablePointer<Pending>, _ first: Int, _ end: Int) {
        let rows = entry.pointee.change.pointee.rows
        var (before, after) = (entry.pointee.before, entry.pointee.after)
        for block in first..<end where rows.overlaps(identical.blocks.start[block].rows) {
            let groups = identical.groups(of: block, in: rows)
            var sides = SpanTable.Sides()
            var group = groups.lowerBound
            while group < groups.upperBound {
                let y = identical.groups.start[group].from
                let (crossings, others) = (after.crossings(y), before.crossings(y))
                if !sides.add(crossings, others) { spans.insertDifference(crossings, others, row: block &- first) }
                group &+= 1
            }
            spans.insert(sides, row: block &- first)
        }
        (entry.pointee.before, entry.pointee.after) = (before, after)
    }

    private mutating func record(_ first: Int, _ end: Int) {
        for block in first..<end {
            let entry = identical.blocks.start[block]
            let areIdentical = entry.end &- entry.first == 1
            for span in spans[block &- first] {
                written.append(DamageRegion.Part(rows: entry.rows, columns: span, areIdentical: areIdentical))
            }
        }
    }

    private func compose(_ frames: borrowing FramePair, _ first: Int, _ end: Int) {
        let rows = Span(from: identical.blocks.start[first].rows.from, to: identical.blocks.start[end &- 1].rows.to)
        for index in 0..<activeSlots.count {
            let active = activeSlots.start + index
            guard active.pointee.slot.pointee.rows.overlaps(rows) else { continue }
            if active.pointee.slot.pointee.isText {
                draw(text: active.pointee.slot, index, of: frames, first, end)
            } else {
                draw(active, index, first, end)
            }
        }
    }

    @inline(never)
    private func draw(_ active: UnsafeMutablePointer<ActiveSlot>, _ index: Int, _ first: Int, _ end: Int) {
        let slot = active.pointee.slot
        let paint = Paint(color: slot.pointee.color, opacity: slot.pointee.opacity)
        let (rows, columns) = (slot.pointee.rows, slot.pointee.columns)
        let firstGroup = identical.blocks.start[first].first
        var cursor = active.pointee.cursor
        for block in first..<end
        where index > floors[block &- first].index && rows.overlaps(identical.blocks.start[block].rows)
            && spans.overlaps(block &- first, columns)
        {
            let groups = identical.groups(of: block, in: rows)
            let extent = spans.extent(block &- first)
            var row = strip.row(groups.lowerBound &- firstGroup)
            var group = identical.groups.start + groups.lowerBound
            let end = identical.groups.start + groups.upperBound
            while group < end {
                coverage.draw(cursor.crossingsInside(group.pointee.from), paint, into: row, shown: extent)
                row += strip.pitch
                group += 1
            }
        }
        active.pointee.cursor = cursor
    }

    /// Makes each pixel of the spans black or white.
    private func sharpen(_ first: Int, _ end: Int) {
        let firstGroup = identical.blocks.start[first].first
        for block in first..<end {
            let entry = identical.blocks.start[block]
            for group in entry.first..<entry.end {
                let row = strip.row(group &- firstGroup)
                for span in spans[block &- first] {
                    for column in Int(span.from)..<Int(span.to) {
                        // Green contributes most to a colour's brightness.
                        row[column] = row[column] & 0x8000 != 0 ? Color.white.word : Color.black.word
                    }
                }
            }
        }
    }

    /// Writes the spans to all rows of the blocks.
    private func write(_ first: Int, _ end: Int, into target: PixelBuffer) {
        let firstGroup = identical.blocks.start[first].first
        for block in first..<end {
            let entry = identical.blocks.start[block]
            for span in spans[block &- first] {
                let source = UnsafePointer(strip.row(entry.first &- firstGroup))
                // A block is one group of many rows, or several groups of one row.
                if entry.rows.count > 1 && entry.end &- entry.first == 1 {
                    target.write(source, intoAll: entry.rows, columns: span)
                } else {
                    target.write(source, pitch: strip.pitch, rows: entry.rows, columns: span)
                }
            }
        }
    }
}

/// How a sweep draws the ground below the slots.
extension Sweep {
    /// Writes the ground into spans. If no slot draws in a part of a span, the part is written directly to the target,
    /// without the strip.
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

    /// Finds the floor of each block.
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

    /// Fills the spans in the strip with the ground, or with the colour of the block's floor.
    func draw(_ ground: Ground, _ first: Int, _ end: Int) {
        for block in first..<end {
            let entry = identical.blocks.start[block]
            let row = strip.row(entry.first &- identical.blocks.start[first].first)
            // Of identical rows, only one is composed.
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

/// Rows of pixels in which a sweep composes before it writes to the target.
struct Strip: ~Copyable {
    /// The number of rows that are composed at a time.
    static let rows = blocks * IdenticalRows.rowsPerBlock
    static let blocks = 2
    private let pixels: UnsafeMutablePointer<UInt32>
    /// The distance between rows, in pixels.
    let pitch: Int

    init(width: Int) {
        // Each row has at least one more pixel, for coverage to the right of the picture.
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
