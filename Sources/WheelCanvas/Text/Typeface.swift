/// A family of fonts: regular, bold, and DejaVu Sans for words with a character that the word's own face lacks.
///
/// All faces share one atlas, so a display list can mix them. The regular face is opened at once, so that a missing
/// file is known early. The other faces are opened when a text needs them.
public final class Typeface {
    let atlas = GlyphAtlas()
    /// The file of the regular face.
    public let path: String
    private let library: FontLibrary
    private let regular: Face
    private lazy var bold: Face = open(boldPaths) ?? regular
    private lazy var spare: Face? = isSpare ? nil : open(FontFamily.dejaVuSans.regular)
    private lazy var boldSpare: Face? = isSpare ? nil : open(FontFamily.dejaVuSans.bold) ?? spare
    private let boldPaths: [String]
    /// Whether no pixel of a glyph is grey.
    public let isSharp: Bool
    /// Whether the family is DejaVu Sans, which is also the font for missing characters.
    private let isSpare: Bool
    private var sizes: [SizedGlyphs] = []

    /// Opens the first of these families that can be opened. With `isSharp`, no pixel of a glyph is grey.
    public init(_ families: [FontFamily] = FontFamily.usual, isSharp: Bool = false) throws(CanvasError) {
        guard let library = FontLibrary() else {
            throw CanvasError.font(path: families.first?.regular.first ?? "", reason: "FreeType cannot start")
        }
        var problem: CanvasError?
        for family in families {
            for path in family.regular {
                do throws(CanvasError) {
                    regular = try Face(path: path, isSharp: isSharp, in: library)
                } catch {
                    problem = problem ?? error
                    continue
                }
                self.library = library
                self.path = path
                self.isSharp = isSharp
                boldPaths = family.bold
                isSpare = FontFamily.dejaVuSans.regular.contains(path)
                return
            }
        }
        throw problem ?? CanvasError.font(path: "", reason: "no file is named")
    }

    public convenience init(path: String) throws(CanvasError) {
        try self.init([FontFamily(path: path)])
    }

    /// The font whose em square has this height in pixels; of a bitmap font, the largest that is not higher.
    public func font(pixels: Double, weight: FontWeight = .regular) -> Font {
        Font(typeface: self, glyphs: glyphs(of: face(weight), pixels: pixels))
    }

    /// The font whose capital H has this height in pixels; of a bitmap font, the largest that is not higher. If the em
    /// square of an outline font is at least 4 pixels high, its height is rounded down to a multiple of half a pixel,
    /// to limit the number of sizes.
    public func font(capital: Double, weight: FontWeight = .regular) -> Font {
        let face = face(weight)
        if !face.strikes.isEmpty {
            return Font(typeface: self, glyphs: bitmaps(of: face) { Double($0.capHeight) <= capital + 1e-6 })
        }
        let pixels = capital * Double(face.unitsPerEm) / Double(face.capHeight)
        // Without the added millionth, a rounding error could select the next smaller size.
        let halves = (pixels * 2 * (1 + 1e-6)).rounded(.down)
        return font(pixels: pixels < 4 ? pixels : halves / 2, weight: weight)
    }

    func glyphSources() -> [Int32: GlyphSource] {
        Dictionary(sizes.flatMap { $0.sources.map { ($0.cell, $0.source) } }) { first, _ in first }
    }

    private func face(_ weight: FontWeight) -> Face {
        switch weight {
        case .regular: regular
        case .bold: bold
        }
    }

    /// The glyphs for words with a character that `glyphs` lacks, in the same weight and with capitals of the same
    /// height. `nil` if DejaVu Sans is missing, or is the font of `glyphs`.
    func spare(for glyphs: SizedGlyphs) -> SizedGlyphs? {
        if let known = glyphs.spare { return known }
        let isBold = glyphs.face !== regular
        guard let face = isBold ? boldSpare : spare, glyphs.face !== face else { return nil }
        let made = self.glyphs(
            of: face, pixels: glyphs.capHeight * Double(face.unitsPerEm) / Double(face.capHeight))
        glyphs.spare = made
        return made
    }

    private func glyphs(of face: Face, pixels: Double) -> SizedGlyphs {
        if !face.strikes.isEmpty { return bitmaps(of: face) { Double($0.pixels) <= pixels + 1e-6 } }
        // The size is in 64ths of a pixel.
        let size = Int((min(max(pixels, 1), 4096) * 64).rounded())
        if let known = sizes.first(where: { $0.size == size && $0.face === face }) { return known }
        let made = SizedGlyphs(face, size: size)
        sizes.append(made)
        return made
    }

    /// The largest bitmaps that fit, enlarged by a whole factor. If no bitmaps fit, the first bitmaps in the font are
    /// used.
    private func bitmaps(of face: Face, _ fits: (Face.Strike) -> Bool) -> SizedGlyphs {
        var best = (strike: face.strikes[0], factor: 1)
        for strike in face.strikes {
            var factor = 1
            while factor < 64, fits(strike.enlarged(factor + 1)) { factor += 1 }
            guard fits(strike.enlarged(factor)) else { continue }
            let (new, old) = (strike.pixels * factor, best.strike.pixels * best.factor)
            if new > old || new == old && factor < best.factor { best = (strike, factor) }
        }
        let pixels = best.strike.pixels * best.factor
        // The strokes of large regular bitmaps are too thin to be seen from afar. Bold bitmaps have the same width, so
        // they replace the regular ones.
        if face === regular, pixels >= Typeface.leastHeavy, bold !== face, !bold.strikes.isEmpty {
            return bitmaps(of: bold, fits)
        }
        let size = pixels * 64
        if let known = sizes.first(where: { $0.size == size && $0.face === face }) { return known }
        let made = SizedGlyphs(face, best.strike, factor: best.factor)
        sizes.append(made)
        return made
    }

    /// The smallest em square, in pixels, for which bold bitmaps replace regular ones.
    private static let leastHeavy = 20

    private func open(_ paths: [String]) -> Face? {
        for path in paths {
            if let face = try? Face(path: path, isSharp: isSharp, in: library) { return face }
        }
        return nil
    }
}

extension Face.Strike {
    fileprivate func enlarged(_ factor: Int) -> Face.Strike {
        Face.Strike(number: number, pixels: pixels * factor, ascent: ascent * factor, capHeight: capHeight * factor)
    }
}
