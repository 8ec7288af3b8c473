/// One glyph at one subpixel position: the coverage of each of its pixels.
struct GlyphCell: BitwiseCopyable {
    /// The offset of its first byte in the atlas. A row has `width` bytes.
    var offset: Int
    var width: Int32
    var height: Int32
    /// The distance from the pen to its left column, and from the baseline up to its top row.
    var left: Int32
    var top: Int32
}

/// A glyph of a list: a cell, and the place of its upper left pixel.
struct PlacedGlyph: BitwiseCopyable, Equatable {
    var cell: Int32
    var x: Int32
    var y: Int32

    @inline(__always)
    func columns(_ cell: GlyphCell) -> Span { Span(from: x, to: x + cell.width) }

    @inline(__always)
    func rows(_ cell: GlyphCell) -> Span { Span(from: y, to: y + cell.height) }
}

/// The coverage of all glyphs of a typeface. It only grows.
final class GlyphAtlas {
    var cells = KeptBuffer<GlyphCell>(capacity: 256)
    var coverage = KeptBuffer<UInt8>(capacity: 65_536)

    /// Adds the coverage of a glyph, with 0 … 255 per pixel.
    func add(rows: UnsafePointer<UInt8>?, width: Int, height: Int, pitch: Int, left: Int, top: Int) -> Int32 {
        let cell = GlyphCell(
            offset: coverage.count, width: Int32(width), height: Int32(height), left: Int32(left), top: Int32(top))
        if let rows {
            for y in 0..<height { coverage.append(from: rows + y * pitch, count: width) }
            // The bytes that are read beyond the last row.
            _ = coverage.reserve(Paint.group)
        }
        cells.append(cell)
        return Int32(cells.count - 1)
    }
}
