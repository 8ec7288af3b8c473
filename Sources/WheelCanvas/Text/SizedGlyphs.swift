internal import CFreeType

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

/// The measures and glyphs of a face in one size.
final class SizedGlyphs {
    let face: Face
    /// The size in 64ths of a pixel.
    let size: Int
    let pixelsPerUnit: Double
    let ascent: Double
    let descent: Double
    let capHeight: Double
    let lineHeight: Double
    /// The glyphs of the face for missing characters, once a text needed them.
    var spare: SizedGlyphs?
    /// The glyphs of Latin-1, which contains ° and µ. This is not an array, because each access to one is checked at
    /// run time.
    private let first = UnsafeMutablePointer<Glyph?>.allocate(capacity: 256)
    private var others: [UInt32: Glyph] = [:]

    init(_ face: Face, size: Int) {
        self.face = face
        self.size = size
        let (scale, record) = (Double(size) / 64 / Double(face.unitsPerEm), face.face.pointee)
        pixelsPerUnit = scale
        ascent = Double(record.ascender) * scale
        descent = -Double(record.descender) * scale
        capHeight = Double(face.capHeight) * scale
        lineHeight = Double(record.height) * scale
        first.initialize(repeating: nil, count: 256)
    }

    deinit {
        first.deallocate()
    }

    func glyph(for scalar: Unicode.Scalar) -> Glyph {
        known(scalar.value) ?? load(scalar)
    }

    private func known(_ scalar: UInt32) -> Glyph? {
        scalar < 256 ? first[Int(scalar)] : others[scalar]
    }

    /// The cell of a glyph at a quarter of a pixel.
    func cell(for glyph: Glyph, quarter: Int, in atlas: GlyphAtlas) -> Int32 {
        glyph.cells[quarter] >= 0 ? glyph.cells[quarter] : render(glyph, quarter: quarter, into: atlas)
    }

    /// The kerning of two glyphs in pixels: negative moves the second glyph closer.
    @inline(__always)
    func kern(_ first: Glyph, _ second: Glyph) -> Double {
        Double(face.kern(first, second)) * pixelsPerUnit
    }

    private func remember(_ glyph: Glyph) {
        if glyph.scalar < 256 { first[Int(glyph.scalar)] = glyph } else { others[glyph.scalar] = glyph }
    }

    private func load(_ scalar: Unicode.Scalar) -> Glyph {
        let record = face.face
        let index = FT_Get_Char_Index(record, FT_ULong(scalar.value))
        let status = FT_Load_Glyph(record, index, FT_Int32(FT_LOAD_NO_SCALE))
        let advance = status == 0 ? Double(record.pointee.glyph.pointee.metrics.horiAdvance) : 0
        let glyph = Glyph(
            scalar: scalar.value, index: index, advance: advance * pixelsPerUnit, cells: SIMD4(repeating: -1))
        remember(glyph)
        return glyph
    }

    /// Renders a glyph with vertical hinting only: bars are crisp, and widths are as designed.
    private func render(_ glyph: Glyph, quarter: Int, into atlas: GlyphAtlas) -> Int32 {
        face.select(size)
        let record = face.face
        var number: Int32?
        if let slot = record.pointee.glyph,
            FT_Load_Glyph(record, glyph.index, C_FT_LOAD_TARGET_LIGHT | FT_Int32(FT_LOAD_NO_BITMAP)) == 0
        {
            FT_Outline_Translate(&slot.pointee.outline, FT_Pos(quarter * 16), 0)
            if FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 {
                let bitmap = slot.pointee.bitmap
                number = atlas.add(
                    rows: bitmap.buffer, width: Int(bitmap.width), height: Int(bitmap.rows), pitch: Int(bitmap.pitch),
                    left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top))
            }
        }
        let made = number ?? atlas.add(rows: nil, width: 0, height: 0, pitch: 0, left: 0, top: 0)
        // The caller's glyph may be older than another quarter's cell.
        var rendered = known(glyph.scalar) ?? glyph
        rendered.cells[quarter] = made
        remember(rendered)
        return made
    }
}
