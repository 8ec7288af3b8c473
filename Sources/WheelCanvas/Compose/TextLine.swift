/// The glyphs of a text that lie in a rectangle of pixels, side by side.
struct TextLine {
    private let glyphs: UnsafeBufferPointer<PlacedGlyph>
    private let cells: UnsafePointer<GlyphCell>

    /// `nil` if two of them share columns.
    init?(
        _ all: UnsafePointer<PlacedGlyph>, _ range: IndexRange, _ cells: UnsafePointer<GlyphCell>, _ rows: Span,
        _ columns: Span
    ) {
        var (first, end, reached) = (range.end, range.end, columns.from)
        for index in range.first..<range.end {
            let cell = cells[Int(all[index].cell)]
            let own = all[index].columns(cell)
            guard own.overlaps(columns) && all[index].rows(cell).overlaps(rows) else { continue }
            guard own.from >= reached || first == range.end else { return nil }
            if first == range.end { first = index }
            (end, reached) = (index + 1, own.to)
        }
        glyphs = UnsafeBufferPointer(start: all + first, count: end - first)
        self.cells = cells
    }

    /// Writes all pixels of the rectangle. `inks` has the pixel for each coverage.
    func write(
        _ rows: Span, _ columns: Span, _ coverage: UnsafePointer<UInt8>, _ inks: UnsafeRawPointer,
        into target: PixelBuffer
    ) {
        if target.format.bytesPerPixel == 4 {
            write(rows, columns, coverage, inks.assumingMemoryBound(to: UInt32.self), target)
        } else {
            write(rows, columns, coverage, inks.assumingMemoryBound(to: UInt16.self), target)
        }
    }

    @inline(__always)
    private func write<Word: FixedWidthInteger & BitwiseCopyable>(
        _ rows: Span, _ columns: Span, _ coverage: UnsafePointer<UInt8>, _ inks: UnsafePointer<Word>,
        _ target: PixelBuffer
    ) {
        var column = columns.from
        for glyph in glyphs {
            let cell = cells[Int(glyph.cell)]
            let own = glyph.columns(cell).intersection(Span(from: column, to: columns.to))
            let inside = glyph.rows(cell).intersection(rows)
            guard !own.isEmpty && !inside.isEmpty else { continue }
            target.fill(Span(from: column, to: own.from), rows, with: inks[0])
            target.fill(own, Span(from: rows.from, to: inside.from), with: inks[0])
            let skipped = Int(inside.from &- glyph.y) &* Int(cell.width) &+ Int(own.from &- glyph.x)
            var source = UnsafeRawPointer(coverage + (cell.offset &+ skipped))
            var row = target.pixel(Int(own.from), Int(inside.from))
            for _ in 0..<Int(inside.count) {
                TextLine.put(source, Int(own.count), inks, row)
                source += Int(cell.width)
                row += target.bytesPerRow
            }
            target.fill(own, Span(from: inside.to, to: rows.to), with: inks[0])
            column = own.to
        }
        target.fill(Span(from: column, to: columns.to), rows, with: inks[0])
    }

    /// Writes one row of a glyph, eight pixels at a time. The last eight may overlap the ones before.
    @inline(__always)
    private static func put<Word: FixedWidthInteger & BitwiseCopyable>(
        _ coverage: UnsafeRawPointer, _ count: Int, _ inks: UnsafePointer<Word>, _ target: UnsafeMutableRawPointer
    ) {
        let size = MemoryLayout<Word>.size
        @inline(__always)
        func putOne(_ index: Int) {
            let covered = coverage.load(fromByteOffset: index, as: UInt8.self)
            target.storeBytes(of: inks[Int(covered)], toByteOffset: index &* size, as: Word.self)
        }
        @inline(__always)
        func putHalf(_ covered: UInt32, _ index: Int) {
            // An edge most often lies in one half.
            if covered == 0 || covered == .max {
                putFour(inks[Int(covered & 255)], target + index &* size)
            } else {
                putOne(index)
                putOne(index &+ 1)
                putOne(index &+ 2)
                putOne(index &+ 3)
            }
        }
        @inline(__always)
        func putEight(_ index: Int) {
            let covered = coverage.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Many pixels of a glyph's cell are empty, and some are full.
            if covered == 0 || covered == .max {
                let ink = inks[Int(truncatingIfNeeded: covered & 255)]
                putFour(ink, target + index &* size)
                putFour(ink, target + (index &+ 4) &* size)
            } else {
                putHalf(UInt32(truncatingIfNeeded: covered), index)
                putHalf(UInt32(truncatingIfNeeded: covered &>> 32), index &+ 4)
            }
        }
        var index = 0
        while index &+ 8 <= count {
            putEight(index)
            index &+= 8
        }
        guard index < count else { return }
        if count >= 8 { return putEight(count &- 8) }
        while index < count {
            putOne(index)
            index &+= 1
        }
    }

    @inline(__always)
    fileprivate static func putFour<Word: FixedWidthInteger>(_ word: Word, _ place: UnsafeMutableRawPointer) {
        if MemoryLayout<Word>.size == 4 {
            let group = SIMD4(repeating: UInt32(truncatingIfNeeded: word))
            place.storeBytes(of: group, as: SIMD4<UInt32>.self)
        } else {
            let group = UInt64(truncatingIfNeeded: word) &* 0x0001_0001_0001_0001
            place.storeBytes(of: group, as: UInt64.self)
        }
    }
}

extension PixelBuffer {
    /// Fills a rectangle, which may be empty, with one word.
    @inline(__always)
    fileprivate func fill<Word: FixedWidthInteger & BitwiseCopyable>(_ columns: Span, _ rows: Span, with word: Word) {
        guard !columns.isEmpty && !rows.isEmpty else { return }
        let (count, size) = (Int(columns.count), MemoryLayout<Word>.size)
        var row = pixel(Int(columns.from), Int(rows.from))
        for _ in 0..<Int(rows.count) {
            if count >= 4 {
                var index = 0
                while index < count &- 4 {
                    TextLine.putFour(word, row + index &* size)
                    index &+= 4
                }
                TextLine.putFour(word, row + (count &- 4) &* size)
            } else {
                for index in 0..<count { row.storeBytes(of: word, toByteOffset: index &* size, as: Word.self) }
            }
            row += bytesPerRow
        }
    }
}
