/// What is known of a character in one size.
struct Glyph {
    var scalar: UInt32
    /// Its number in the font file; 0 is the box for what the font lacks.
    var index: UInt32
    /// In pixels.
    var advance: Double
    /// Its cell in the atlas for each quarter of a pixel, -1 until it is drawn for the first time.
    var cells: SIMD4<Int32>
}

/// What a typeface knows of its glyphs in one size.
final class SizedGlyphs {
    /// In 64ths of a pixel.
    let size: Int
    let pixelsPerUnit: Double
    let ascent: Double
    let descent: Double
    let capHeight: Double
    let lineHeight: Double
    /// Those of Latin-1, which has the signs of degrees and micro: not an array, whose every use would be watched over at
    /// run time.
    private let first = UnsafeMutablePointer<Glyph?>.allocate(capacity: 256)
    private var others: [UInt32: Glyph] = [:]

    /// The measures are those of the font file, in its own units.
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
