/// The glyphs of a text that lie in a rectangle of pixels. No two of these glyphs share columns.
///
/// On a ground of one colour, a pixel of a text depends on its coverage alone. So a table holds the pixel for each
/// coverage, in the target's format (`InkTables`), and nothing is blended: each pixel is looked up and stored. The
/// pixels around the glyphs get the colour of the ground. Glyphs that share columns may overlap and need blending, so a
/// text with such glyphs has no `TextLine`.
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
    @inline(__always)
    func write<Word: FixedWidthInteger & BitwiseCopyable>(
        _ rows: Span, _ columns: Span, _ inks: UnsafePointer<UInt32>, as _: Word.Type, into target: PixelBuffer
    ) {
        let ground = Word(truncatingIfNeeded: inks[0])
        var column = columns.from
        for glyph in glyphs {
            let cell = atlas.cells[Int(glyph.cell)]
            let own = glyph.columns(cell).intersection(Span(from: column, to: columns.to))
            let inside = glyph.rows(cell).intersection(rows)
            guard !own.isEmpty && !inside.isEmpty else { continue }
            target.fill(Span(from: column, to: own.from), rows, withWord: ground)
            target.fill(own, Span(from: rows.from, to: inside.from), withWord: ground)
            let place = Int(inside.from &- glyph.y) &* Int(cell.width) &+ Int(own.from &- glyph.x)
            let part = GlyphPart(
                coverage: atlas.coverage + (cell.offset &+ place), width: Int(cell.width), columns: Int(own.count),
                rows: Int(inside.count))
            part.write(inks, as: Word.self, target.pixel(Int(own.from), Int(inside.from)), target.bytesPerRow)
            target.fill(own, Span(from: inside.to, to: rows.to), withWord: ground)
            column = own.to
        }
        target.fill(Span(from: column, to: columns.to), rows, withWord: ground)
    }
}

/// The rows and columns of a glyph that lie in a rectangle.
private struct GlyphPart {
    /// The address of the coverage of the part's first pixel.
    let coverage: UnsafePointer<UInt8>
    /// The width of the whole glyph: the distance from one row of `coverage` to the next.
    let width: Int
    let columns: Int
    let rows: Int

    /// This function is not inlined: in a larger function some of its variables would be kept in memory instead of
    /// registers.
    @inline(never)
    func write<Word: FixedWidthInteger & BitwiseCopyable>(
        _ inks: UnsafePointer<UInt32>, as _: Word.Type, _ place: UnsafeMutableRawPointer, _ pitch: Int
    ) {
        let size = MemoryLayout<Word>.size
        let (empty, full) = (
            FourPixels(Word(truncatingIfNeeded: inks[0])), FourPixels(Word(truncatingIfNeeded: inks[255]))
        )
        var (line, row) = (UnsafeRawPointer(coverage), place)
        @inline(__always)
        func put(_ index: Int) {
            let ink = inks[Int(line.load(fromByteOffset: index, as: UInt8.self))]
            row.storeBytes(of: Word(truncatingIfNeeded: ink), toByteOffset: index &* size, as: Word.self)
        }
        @inline(__always)
        func putFour(_ index: Int) {
            switch line.loadUnaligned(fromByteOffset: index, as: UInt32.self) {
            case 0: empty.put(row + index &* size, size)
            case .max: full.put(row + index &* size, size)
            default:
                put(index)
                put(index &+ 1)
                put(index &+ 2)
                put(index &+ 3)
            }
        }
        for _ in 0..<rows {
            var index = 0
            // Most groups of eight pixels are empty or full, so eight pixels are tested at a time.
            while index &+ 8 <= columns {
                let group = line.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if group == 0 {
                    empty.put(row + index &* size, size)
                    empty.put(row + (index &+ 4) &* size, size)
                } else if group == .max {
                    full.put(row + index &* size, size)
                    full.put(row + (index &+ 4) &* size, size)
                } else {
                    putFour(index)
                    putFour(index &+ 4)
                }
                index &+= 8
            }
            if index &+ 4 <= columns {
                putFour(index)
                index &+= 4
            }
            while index < columns {
                put(index)
                index &+= 1
            }
            line += width
            row += pitch
        }
    }
}
