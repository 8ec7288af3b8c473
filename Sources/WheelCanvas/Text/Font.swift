internal import CFreeType
import WheelGeometry

/// A typeface in one size. It measures text and lays it out. Glyphs are rendered on first use.
public struct Font {
    public let typeface: Typeface
    let glyphs: SizedGlyphs

    /// The height of the em square in pixels.
    public var pixels: Double { Double(glyphs.size) / 64 }

    /// The height of the tallest characters above the baseline, in pixels.
    public var ascent: Double { glyphs.ascent }

    /// The depth of the lowest characters below the baseline, in pixels.
    public var descent: Double { glyphs.descent }

    /// The height of a capital H above the baseline, in pixels.
    public var capHeight: Double { glyphs.capHeight }

    /// The distance between baselines, in pixels.
    public var lineHeight: Double { glyphs.lineHeight }

    /// The distance from the first pen position to the position after the text, in pixels.
    public func width(of text: String) -> Double {
        var width = 0.0
        var previous: Glyph?
        for scalar in text.unicodeScalars {
            let glyph = glyph(for: scalar)
            if let previous { width += Double(typeface.kern(previous, glyph)) * glyphs.pixelsPerUnit }
            width += glyph.advance
            previous = glyph
        }
        return width
    }

    /// Renders the glyphs of these characters at all quarters of a pixel, so that no frame has to.
    public func prepare(_ characters: String) {
        for scalar in characters.unicodeScalars {
            for quarter in 0..<4 { _ = cell(for: glyph(for: scalar), quarter: quarter) }
        }
    }

    func layOut(_ text: String, at place: Point, into placed: inout ContiguousArray<PlacedGlyph>) {
        // Text at a place that is not finite, or far outside of the picture, is not drawn.
        guard place.x.magnitude < 1e6 && place.y.magnitude < 1e6 else { return }
        let baseline = Int32((place.y + 0.5).rounded(.down))
        var pen = place.x
        var previous: Glyph?
        for scalar in text.unicodeScalars {
            let glyph = glyph(for: scalar)
            if let previous { pen += Double(typeface.kern(previous, glyph)) * glyphs.pixelsPerUnit }
            let quarters = Int((pen * 4 + 0.5).rounded(.down))
            let number = cell(for: glyph, quarter: quarters & 3)
            let cell = typeface.atlas.cells[Int(number)]
            if cell.width > 0 && cell.height > 0 {
                placed.append(
                    PlacedGlyph(cell: number, x: Int32(quarters >> 2) + cell.left, y: baseline - cell.top))
            }
            pen += glyph.advance
            previous = glyph
        }
    }

    private func glyph(for scalar: Unicode.Scalar) -> Glyph {
        glyphs.glyph(for: scalar.value) ?? load(scalar)
    }

    private func cell(for glyph: Glyph, quarter: Int) -> Int32 {
        glyph.cells[quarter] >= 0 ? glyph.cells[quarter] : render(glyph, quarter: quarter)
    }

    private func load(_ scalar: Unicode.Scalar) -> Glyph {
        let index = FT_Get_Char_Index(typeface.face, FT_ULong(scalar.value))
        let status = FT_Load_Glyph(typeface.face, index, FT_Int32(FT_LOAD_NO_SCALE))
        let advance = status == 0 ? Double(typeface.face.pointee.glyph.pointee.metrics.horiAdvance) : 0
        let glyph = Glyph(
            scalar: scalar.value, index: index, advance: advance * glyphs.pixelsPerUnit, cells: SIMD4(repeating: -1))
        glyphs.remember(glyph)
        return glyph
    }

    /// Renders a glyph with vertical hinting only: bars are crisp, and widths are as designed.
    private func render(_ glyph: Glyph, quarter: Int) -> Int32 {
        typeface.select(glyphs.size)
        let slot = typeface.face.pointee.glyph
        var number: Int32?
        if let slot,
            FT_Load_Glyph(typeface.face, glyph.index, C_FT_LOAD_TARGET_LIGHT | FT_Int32(FT_LOAD_NO_BITMAP)) == 0
        {
            FT_Outline_Translate(&slot.pointee.outline, FT_Pos(quarter * 16), 0)
            if FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 {
                let bitmap = slot.pointee.bitmap
                number = typeface.atlas.add(
                    rows: bitmap.buffer, width: Int(bitmap.width), height: Int(bitmap.rows), pitch: Int(bitmap.pitch),
                    left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top))
            }
        }
        let made = number ?? typeface.atlas.add(rows: nil, width: 0, height: 0, pitch: 0, left: 0, top: 0)
        glyphs.remember(cell: made, for: glyph.scalar, quarter: quarter)
        return made
    }
}
