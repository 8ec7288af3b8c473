/// The rows and columns of a glyph that lie in a rectangle.
struct GlyphPart {
    /// The coverage of the part's first pixel.
    let coverage: UnsafeRawPointer
    /// The width of the whole glyph: the distance from one row of `coverage` to the next.
    let width: Int
    let columns: Int
    let rows: Int

    /// Writes whole rows of a glyph. It is not inlined: in a larger function some of its variables would have no register.
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
            // The last one to three pixels belong to no group. They are written together with the pixels before them.
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
