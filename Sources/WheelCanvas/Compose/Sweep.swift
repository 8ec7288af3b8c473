/// Goes down the rows of a picture once and draws what has changed.
///
/// For each row it asks the changes for the pixels that differ, composes those in a row of its own (the ground first,
/// then each slot from the lowest to the uppermost), and writes them to the target: each pixel once, and none is ever
/// read back. Rows in which all edges stand still are written again without being composed again.
struct Sweep: ~Copyable {
    private let row: UnsafeMutablePointer<UInt32>
    private let width: Int
    private let height: Int
    private var coverage: CoverageRow
    private var scanner: RowScanner
    private var spans: RowSpans
    /// The slots that reach into the changed rectangle, from the lowest to the uppermost.
    private var candidates = KeptBuffer<Frame.Slot>(capacity: 64)

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        // One more for what lies right of the picture.
        row = .allocate(capacity: width + 1)
        row.initialize(repeating: 0, count: width + 1)
        coverage = CoverageRow(width: width)
        scanner = RowScanner(width: width)
        spans = RowSpans(width: width)
    }

    deinit {
        row.deallocate()
    }

    mutating func run(
        _ changes: borrowing Changes, from before: borrowing Frame, to after: borrowing Frame, atlas: GlyphAtlas?,
        over ground: Ground, into target: PixelBuffer, damage: inout DamageRegion
    ) {
        prepare(changes, before, after)
        var y = max(changes.rows.from, 0)
        let end = min(changes.rows.to, Int32(height))
        while y < end {
            scanner.removeAll()
            spans.removeAll()
            var steadyUntil = collect(changes, before, after, row: y)
            guard !spans.isEmpty else {
                y = max(steadyUntil, y + 1)
                continue
            }
            steadyUntil = min(steadyUntil, compose(after, atlas, over: ground, row: y))
            steadyUntil = min(max(steadyUntil, y + 1), end)
            damage.append(rows: Int(y)..<Int(steadyUntil), spans)
            write(row: Int(y), into: target)
            y += 1
            while y < steadyUntil {
                if !ground.repeatsAbove(Int(y)) {
                    scanner.removeAll()
                    _ = compose(after, atlas, over: ground, row: y)
                }
                write(row: Int(y), into: target)
                y += 1
            }
        }
    }

    /// Chooses the slots to look at, and puts the cursors of all chains at their start.
    private mutating func prepare(
        _ changes: borrowing Changes, _ before: borrowing Frame, _ after: borrowing Frame
    ) {
        candidates.removeAll()
        for index in 0..<after.slots.count {
            let slot = after.slots[index]
            if slot.opacity > 0 && slot.rows.overlaps(changes.rows) && slot.columns.overlaps(changes.columns) {
                candidates.append(slot)
            }
        }
        before.outlines.rewind()
        after.outlines.rewind()
    }

    /// Collects the spans of row `y`; gives the first row below whose spans may be others.
    private mutating func collect(
        _ changes: borrowing Changes, _ before: borrowing Frame, _ after: borrowing Frame, row y: Int32
    ) -> Int32 {
        var steadyUntil = Int32.max
        for index in 0..<changes.list.count {
            let change = changes.list[index]
            if y < change.rows.from {
                steadyUntil = min(steadyUntil, change.rows.from)
                continue
            }
            guard y < change.rows.to else { continue }
            steadyUntil = min(steadyUntil, change.rows.to)
            switch change.kind {
            case .box(let columns):
                spans.insert(columns)
            case .appeared(let outline):
                let scan = scanner.scan(outline, of: after.outlines, row: y)
                spans.insert(scan, of: scanner)
                steadyUntil = min(steadyUntil, scan.steadyUntil)
            case .vanished(let outline):
                let scan = scanner.scan(outline, of: before.outlines, row: y)
                spans.insert(scan, of: scanner)
                steadyUntil = min(steadyUntil, scan.steadyUntil)
            case .moved(let old, let new):
                let one = scanner.scan(old, of: before.outlines, row: y)
                let other = scanner.scan(new, of: after.outlines, row: y)
                spans.insert(scanner.difference(one, other), of: scanner)
                steadyUntil = min(steadyUntil, one.steadyUntil, other.steadyUntil)
            }
        }
        return steadyUntil
    }

    /// Composes the spans of row `y`; gives the first row below in which a slot may look different.
    private mutating func compose(
        _ frame: borrowing Frame, _ atlas: GlyphAtlas?, over ground: Ground, row y: Int32
    ) -> Int32 {
        for index in 0..<spans.count {
            let span = spans[index]
            ground.copy(row: Int(y), from: Int(span.from), to: Int(span.to), into: row)
        }
        let shown = spans.extent
        var steadyUntil = Int32.max
        for index in 0..<candidates.count {
            let slot = candidates[index]
            if y < slot.rows.from {
                steadyUntil = min(steadyUntil, slot.rows.from)
                continue
            }
            guard y < slot.rows.to && slot.columns.overlaps(shown) else { continue }
            switch slot.content {
            case .outline(let outline):
                let scan = scanner.scan(outline, of: frame.outlines, row: y)
                steadyUntil = min(steadyUntil, scan.steadyUntil)
                paint(scan, slot, shown: shown)
            case .text(let from, let to):
                steadyUntil = min(steadyUntil, y + 1)
                if let atlas { paint(glyphs: from..<to, of: frame, atlas, slot, row: y) }
            }
        }
        return steadyUntil
    }

    private func paint(_ scan: RowScanner.Scan, _ slot: Frame.Slot, shown: Span) {
        let crossings = scanner.crossings(of: scan)
        guard let first = crossings.first, spans.overlaps(Span(from: first.first, to: scan.end)) else { return }
        for index in scan.pieces..<scan.piecesEnd { coverage.add(scanner.pieces[index]) }
        coverage.paint(crossings, color: slot.color, opacity: slot.opacity, into: row, shown: shown)
    }

    private func paint(
        glyphs: Range<Int>, of frame: borrowing Frame, _ atlas: GlyphAtlas, _ slot: Frame.Slot, row y: Int32
    ) {
        for index in glyphs {
            let glyph = frame.glyphs[index]
            let cell = atlas.cells[Int(glyph.cell)]
            let line = y - glyph.y
            guard line >= 0 && line < cell.height && spans.overlaps(glyph.columns(cell)) else { continue }
            let bytes = atlas.coverage.start + cell.offset + Int(line * cell.width)
            let (from, to) = (max(0, -glyph.x), min(cell.width, Int32(width) - glyph.x))
            guard from < to else { continue }
            for column in Int(from)..<Int(to) {
                let covered = Int32(bytes[column])
                guard covered > 0 else { continue }
                let weight = UInt32(truncatingIfNeeded: ((covered + covered >> 7) * slot.opacity) >> 8)
                let pixel = row + Int(glyph.x) + column
                pixel.pointee = blended(pixel.pointee, with: slot.color, weight: weight)
            }
        }
    }

    private func write(row y: Int, into target: PixelBuffer) {
        for index in 0..<spans.count {
            let (from, to) = (Int(spans[index].from), Int(spans[index].to))
            target.format.store(row + from, count: to - from, to: target.pixel(from, y))
        }
    }
}
