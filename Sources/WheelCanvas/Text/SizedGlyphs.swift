/// The measures and cells of a character in one size.
struct Glyph {
    var scalar: UInt32
    /// Its index in the font file. 0 is the box for missing characters.
    var index: UInt32
    /// The advance in pixels.
    var advance: Double
    /// Its cell in the atlas for each quarter of a pixel; -1 until it is rendered.
    var cells: SIMD4<Int32>
}

/// The measures and glyphs of a typeface in one size.
final class SizedGlyphs {
    /// The size in 64ths of a pixel.
    let size: Int
    let pixelsPerUnit: Double
    let ascent: Double
    let descent: Double
    let capHeight: Double
    let lineHeight: Double
    /// The glyphs of Latin-1, which contains ° and µ. This is not an array, because each access to one is checked at
    /// run time.
    private let first = UnsafeMutablePointer<Glyph?>.allocate(capacity: 256)
    private var others: [UInt32: Glyph] = [:]

    /// The measures are in the font file's own units.
    init(size: Int, unitsPerEm: Int, ascender: Int, descender: Int, capHeight: Int, height: Int) {
        self.size = size
        let scale = Double(size) / 64 / Double(max(unitsPerEm, 1))
        pixelsPerUnit = scale
        ascent = Double(ascender) * scale
        descent = -Double(descender) * scale
        self.capHeight = Double(capHeight) * scale
        lineHeight = Double(height) * scale
        first.initialize(repeating: nil, count: 256)
    }

    deinit {
        first.deallocate()
    }

    func glyph(for scalar: UInt32) -> Glyph? {
        scalar < 256 ? first[Int(scalar)] : others[scalar]
    }

    func remember(_ glyph: Glyph) {
        if glyph.scalar < 256 { first[Int(glyph.scalar)] = glyph } else { others[glyph.scalar] = glyph }
    }

    func remember(cell: Int32, for scalar: UInt32, quarter: Int) {
        guard var glyph = glyph(for: scalar) else { return }
        glyph.cells[quarter] = cell
        remember(glyph)
    }
}
