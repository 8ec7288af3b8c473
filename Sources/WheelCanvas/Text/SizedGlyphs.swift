internal import CFreeType

/// The measures and rendered glyphs of a face in one size.
final class SizedGlyphs {
    let face: Face
    /// The size in 64ths of a pixel.
    let size: Int
    let pixelsPerUnit: Double
    let ascent: Double
    let descent: Double
    let capHeight: Double
    let lineHeight: Double
    /// The glyphs of the face for missing characters; `nil` until a text needs them.
    var spare: SizedGlyphs?
    /// The bitmaps that are used, and the factor by which they are enlarged; `nil` for outlines.
    private let strike: (number: Int32, factor: Int)?
    /// The cells of each glyph in the atlas, indexed by the glyph's number: a cell for each quarter of a pixel, or -1
    /// until it is rendered. If a size only measures texts, it has no cells.
    private var cells = KeptBuffer<SIMD4<Int32>>(capacity: 1)

    /// Makes the glyphs of a font with outlines in one size. `size` is in 64ths of a pixel.
    init(_ face: Face, size: Int) {
        self.face = face
        self.size = size
        let (scale, record) = (Double(size) / 64 / Double(face.unitsPerEm), face.face.pointee)
        pixelsPerUnit = scale
        ascent = Double(record.ascender) * scale
        descent = -Double(record.descender) * scale
        capHeight = Double(face.capHeight) * scale
        lineHeight = Double(record.height) * scale
        strike = nil
    }

    /// Makes the glyphs of a bitmap font in one size.
    init(_ face: Face, _ strike: Face.Strike, factor: Int) {
        self.face = face
        self.size = strike.pixels * factor * 64
        self.strike = (strike.number, factor)
        pixelsPerUnit = Double(strike.pixels * factor) / Double(face.unitsPerEm)
        ascent = Double(strike.ascent * factor)
        descent = Double(strike.pixels * factor) - ascent
        capHeight = Double(strike.capHeight * factor)
        lineHeight = Double(strike.pixels * factor)
    }

    /// The cell of a glyph at a quarter of a pixel.
    @inline(__always)
    func cell(for glyph: Glyph, quarter: Int, in atlas: GlyphAtlas) -> Int32 {
        let number = Int(glyph.number)
        if number < cells.count, cells[number][quarter] >= 0 { return cells[number][quarter] }
        return render(glyph, quarter: quarter, into: atlas)
    }

    var sources: [(cell: Int32, source: GlyphSource)] {
        face.used.filter { Int($0.number) < cells.count }.flatMap { glyph in
            (0..<4).compactMap { quarter in
                let cell = cells[Int(glyph.number)][quarter]
                let source = GlyphSource(
                    path: face.path, pixels: Double(size) / 64, index: glyph.index, quarter: quarter)
                return cell < 0 ? nil : (cell, source)
            }
        }
    }

    /// The kerning of two glyphs in pixels. A negative value moves the second glyph closer.
    @inline(__always)
    func kern(_ first: Glyph, _ second: Glyph) -> Double {
        Double(face.kern(first, second)) * pixelsPerUnit
    }

    @inline(__always)
    func advance(of glyph: Glyph) -> Double { Double(glyph.advance) * pixelsPerUnit }

    @inline(never)
    private func render(_ glyph: Glyph, quarter: Int, into atlas: GlyphAtlas) -> Int32 {
        while cells.count <= Int(glyph.number) { cells.append(SIMD4(repeating: -1)) }
        let made = face.render(glyph, size: size, strike, quarter: quarter, into: atlas)
        cells.start[Int(glyph.number)][quarter] = made
        return made
    }
}
