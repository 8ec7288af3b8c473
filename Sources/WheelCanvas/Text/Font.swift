import WheelCore

/// Measures texts and lays them out, in one size and weight of a typeface. Glyphs are rendered on first use.
///
/// A word with a character that the typeface lacks is drawn as a whole in the font for missing characters, so that no
/// word mixes two designs. Words are separated by spaces, including the no-break spaces between a number's groups of
/// digits.
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
        walk(text, from: 0) { _, _, _ in }
    }

    /// Renders the glyphs of these characters, so that no frame has to render them: sharp glyphs once, other glyphs at
    /// all quarters of a pixel.
    public func prepare(_ characters: String) {
        _ = walk(characters, from: 0) { glyphs, glyph, _ in
            for quarter in 0..<(glyphs.face.isSharp ? 1 : 4) {
                _ = glyphs.cell(for: glyph, quarter: quarter, in: typeface.atlas)
            }
        }
    }

    func layOut(_ text: String, at place: Point, into placed: inout ContiguousArray<PlacedGlyph>) {
        // Text at a place that is not finite, or far outside of the picture, is not drawn.
        guard place.x.magnitude < 1e6 && place.y.magnitude < 1e6 else { return }
        let baseline = Int32((place.y + 0.5).rounded(.down))
        let atlas = typeface.atlas
        _ = walk(text, from: place.x) { glyphs, glyph, pen in
            // Sharp glyphs are placed at whole pixels.
            let quarters =
                glyphs.face.isSharp
                ? Int((pen + 0.5).rounded(.down)) * 4 : Int((pen * 4 + 0.5).rounded(.down))
            let number = glyphs.cell(for: glyph, quarter: quarters & 3, in: atlas)
            let cell = atlas.cells[Int(number)]
            if cell.width > 0 && cell.height > 0 {
                placed.append(
                    PlacedGlyph(cell: number, x: Int32(quarters >> 2) + cell.left, y: baseline - cell.top))
            }
        }
    }

    /// Calls `visit` with each glyph and the pen's position before it, and returns the position after the last one.
    @inline(__always)
    private func walk(
        _ text: String, from start: Double, _ visit: (SizedGlyphs, Glyph, Double) -> Void
    ) -> Double {
        let scalars = text.unicodeScalars
        var (pen, previous) = (start, Glyph?.none)
        var (used, isInWord) = (glyphs, false)
        var index = scalars.startIndex
        while index != scalars.endIndex {
            let scalar = scalars[index]
            let wasInWord = isInWord
            isInWord = !scalar.isWordSpace
            if isInWord != wasInWord {
                let chosen = isInWord ? glyphs(forWordAt: index, of: scalars) : glyphs
                // Two glyphs of different fonts have no kerning.
                if chosen !== used { previous = nil }
                used = chosen
            }
            let glyph = used.face.glyph(for: scalar)
            scalars.formIndex(after: &index)
            if glyph.index == 0, !isInWord {
                pen += Font.narrowSpace * pixels
                previous = nil
                continue
            }
            if let previous { pen += used.kern(previous, glyph) }
            visit(used, glyph, pen)
            pen += used.advance(of: glyph)
            previous = glyph
        }
        return pen
    }

    /// The width of a space that the typeface lacks, as a part of the em square.
    private static let narrowSpace = 0.18

    private func glyphs(forWordAt start: String.Index, of scalars: String.UnicodeScalarView) -> SizedGlyphs {
        for scalar in scalars[start...] {
            if scalar.isWordSpace { break }
            // Control characters have no glyph in any font, so they do not change the font.
            if glyphs.face.glyph(for: scalar).index == 0 && scalar.value >= 0x20 {
                return typeface.spare(for: glyphs) ?? glyphs
            }
        }
        return glyphs
    }
}

extension Unicode.Scalar {
    /// Whether the character is a space, a no-break space, a thin space or a narrow no-break space.
    fileprivate var isWordSpace: Bool {
        self == " " || value >= 0xA0 && (value == 0xA0 || value == 0x2009 || value == 0x202F)
    }
}
