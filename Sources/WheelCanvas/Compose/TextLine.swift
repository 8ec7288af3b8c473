/// The glyphs of a text that lie in a rectangle of pixels, side by side.
struct TextLine {
    private let glyphs: UnsafeBufferPointer<PlacedGlyph>
    private let atlas: GlyphAtlas.Pointers

    /// `nil` if two of the glyphs share columns.
    init?(
        _ all: UnsafePointer<PlacedGlyph>, _ range: IndexRange, _ atlas: GlyphAtlas.Pointers, _ rows: Span,
        _ columns: Span
    ) {
        var (first, end, reached) = (range.end, range.end, columns.from)
        for index in range.first..<range.end {
            let cell = atlas.cells[Int(all[index].cell)]
            let own = all[index].columns(cell)
            guard own.overlaps(columns) && all[index].rows(cell).overlaps(rows) else { continue }
            guard own.from >= reached || first == range.end else { return nil }
            if first == range.end { first = index }
            (end, reached) = (index + 1, own.to)
        }
        glyphs = UnsafeBufferPointer(start: all + first, count: end - first)
        self.atlas = atlas
    }

    /// Writes all pixels of the rectangle. `inks` holds the pixel for each coverage.
    func write(_ rows: Span, _ columns: Span, _ inks: UnsafeRawPointer, into target: PixelBuffer) {
        if target.format.bytesPerPixel == 4 {
            write(rows, columns, inks.assumingMemoryBound(to: UInt32.self), target)
        } else {
            write(rows, columns, inks.assumingMemoryBound(to: UInt16.self), target)
        }
    }

    @inline(__always)
    private func write<Word: FixedWidthInteger & BitwiseCopyable>(
        _ rows: Span, _ columns: Span, _ inks: UnsafePointer<Word>, _ target: PixelBuffer
    ) {
        var column = columns.from
        for glyph in glyphs {
            let cell = atlas.cells[Int(glyph.cell)]
            let own = glyph.columns(cell).intersection(Span(from: column, to: columns.to))
            let inside = glyph.rows(cell).intersection(rows)
            guard !own.isEmpty && !inside.isEmpty else { continue }
            target.fill(Span(from: column, to: own.from), rows, withWord: inks[0])
            target.fill(own, Span(from: rows.from, to: inside.from), withWord: inks[0])
            let skipped = Int(inside.from &- glyph.y)
            let part = GlyphPart(
                coverage: UnsafeRawPointer(
                    atlas.coverage + (cell.offset &+ skipped &* Int(cell.width) &+ Int(own.from &- glyph.x))),
                width: Int(cell.width), columns: Int(own.count), rows: Int(inside.count))
            let place = target.pixel(Int(own.from), Int(inside.from))
            if own.count == cell.width && GlyphRow.has(part.columns) {
                part.write(atlas.rows + (cell.firstRow &+ skipped), inks, place, target.bytesPerRow)
            } else {
                part.write(inks, place, target.bytesPerRow)
            }
            target.fill(own, Span(from: inside.to, to: rows.to), withWord: inks[0])
            column = own.to
        }
        target.fill(Span(from: column, to: columns.to), rows, withWord: inks[0])
    }
}

/// The rows and columns of a glyph that lie in a rectangle.
struct GlyphPart {
    /// The address of the coverage of the part's first pixel.
    let coverage: UnsafeRawPointer
    /// The width of the whole glyph: the distance from one row of `coverage` to the next.
    let width: Int
    let columns: Int
    let rows: Int

    /// Writes whole rows of a glyph. The function is not inlined, because in a larger function some of its variables
    /// would have no register.
    @inline(never)
    func write<Word: FixedWidthInteger & BitwiseCopyable>(
        _ groups: UnsafePointer<GlyphRow>, _ inks: UnsafePointer<Word>, _ place: UnsafeMutableRawPointer, _ pitch: Int
    ) {
        let (empty, full, size, count) = (FourPixels(inks[0]), FourPixels(inks[255]), MemoryLayout<Word>.size, width)
        let all = GlyphRow.all(count)
        let hasRest = count % GlyphRow.group != 0
        var (groups, coverage, row) = (groups, coverage, place)
        let end = groups + rows
        while groups < end {
            GlyphRow.forEach(groups.pointee.empty(of: all)) { empty.put(row + $0 &* size, size) }
            GlyphRow.forEach(groups.pointee.full) { full.put(row + $0 &* size, size) }
            GlyphRow.forEach(groups.pointee.mixed) { GlyphPart.putGroup(coverage, $0, inks, row) }
            // Up to three pixels at the end belong to no group. These pixels are written together with the pixels
            // before them.
            if hasRest { GlyphPart.putGroup(coverage, count &- GlyphRow.group, inks, row) }
            groups += 1
            coverage += width
            row += pitch
        }
    }

    /// Writes parts of rows, or rows for which `GlyphRow` has no groups.
    func write<Word: FixedWidthInteger & BitwiseCopyable>(
        _ inks: UnsafePointer<Word>, _ place: UnsafeMutableRawPointer, _ pitch: Int
    ) {
        for row in 0..<rows {
            for index in 0..<columns {
                GlyphPart.put(coverage + row &* width, index, inks, place + row &* pitch)
            }
        }
    }

    @inline(__always)
    private static func putGroup<Word: FixedWidthInteger & BitwiseCopyable>(
        _ coverage: UnsafeRawPointer, _ first: Int, _ inks: UnsafePointer<Word>, _ target: UnsafeMutableRawPointer
    ) {
        put(coverage, first, inks, target)
        put(coverage, first &+ 1, inks, target)
        put(coverage, first &+ 2, inks, target)
        put(coverage, first &+ 3, inks, target)
    }

    @inline(__always)
    private static func put<Word: FixedWidthInteger & BitwiseCopyable>(
        _ coverage: UnsafeRawPointer, _ index: Int, _ inks: UnsafePointer<Word>, _ target: UnsafeMutableRawPointer
    ) {
        let covered = coverage.load(fromByteOffset: index, as: UInt8.self)
        target.storeBytes(of: inks[Int(covered)], toByteOffset: index &* MemoryLayout<Word>.size, as: Word.self)
    }
}
