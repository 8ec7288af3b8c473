internal import CFreeType

/// One glyph at one subpixel position: the coverage of each of its pixels.
struct GlyphCell: BitwiseCopyable {
    /// The offset of the cell's first byte in the atlas. A row has `width` bytes.
    var offset: Int
    var width: Int32
    var height: Int32
    /// The distance from the pen to the cell's left column, and from the baseline up to the cell's top row.
    var left: Int32
    var top: Int32
}

/// A glyph of a display list: a cell of the atlas, and the place of the cell's upper left pixel.
struct PlacedGlyph: BitwiseCopyable, Equatable {
    var cell: Int32
    var x: Int32
    var y: Int32

    @inline(__always)
    func columns(_ cell: GlyphCell) -> Span { Span(from: x, to: x + cell.width) }

    @inline(__always)
    func rows(_ cell: GlyphCell) -> Span { Span(from: y, to: y + cell.height) }
}

/// The coverage of all rendered glyphs of a typeface. Glyphs are never removed.
final class GlyphAtlas {
    var cells = KeptBuffer<GlyphCell>(capacity: 256)
    var coverage = KeptBuffer<UInt8>(capacity: 65_536)

    /// The pointers are valid until a glyph is added.
    var pointers: Pointers { Pointers(cells: cells.start, coverage: coverage.start) }

    /// Pointers to the memory of an atlas. Swift checks each access to a property of a class at run time, so a frame
    /// reads these pointers only once.
    struct Pointers: BitwiseCopyable {
        let cells: UnsafePointer<GlyphCell>
        let coverage: UnsafePointer<UInt8>
    }

    func addEmpty() -> Int32 {
        add(GlyphCell(offset: coverage.count, width: 0, height: 0, left: 0, top: 0))
    }

    /// Adds a bitmap with one or eight bits a pixel. Each pixel of the bitmap becomes `factor` × `factor` pixels.
    func add(_ bitmap: FT_Bitmap, left: Int, top: Int, factor: Int) -> Int32 {
        let modes = [FT_PIXEL_MODE_MONO, FT_PIXEL_MODE_GRAY].map { UInt8($0.rawValue) }
        guard let bytes = bitmap.buffer, modes.contains(bitmap.pixel_mode) else { return addEmpty() }
        let (width, height) = (Int(bitmap.width) * factor, Int(bitmap.rows) * factor)
        let cell = GlyphCell(
            offset: coverage.count, width: Int32(width), height: Int32(height),
            left: Int32(left * factor), top: Int32(top * factor))
        let isMono = bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_MONO.rawValue)
        for y in 0..<height {
            let row = bytes + (y / factor) * Int(bitmap.pitch)
            let target = coverage.reserve(width)
            if isMono {
                for x in 0..<width {
                    let column = x / factor
                    target[x] = row[column >> 3] & 0x80 >> UInt8(column & 7) != 0 ? 255 : 0
                }
            } else {
                for x in 0..<width { target[x] = row[x / factor] }
            }
            coverage.commit(width)
        }
        return add(cell)
    }

    private func add(_ cell: GlyphCell) -> Int32 {
        cells.append(cell)
        return Int32(cells.count - 1)
    }
}
