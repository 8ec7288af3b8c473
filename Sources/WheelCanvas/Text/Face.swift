internal import CFreeType

/// A character of a face. Its advance is in the font's own units.
struct Glyph: BitwiseCopyable {
    /// The glyph's index in the font file. 0 is the box for missing characters.
    var index: UInt32
    var advance: Int32
    /// The glyphs of a face are numbered in the order in which texts first used them.
    var number: Int32
}

/// An open font file.
final class Face {
    /// Bitmaps of all characters in one size.
    struct Strike {
        var number: Int32
        /// The height of the em square.
        var pixels: Int
        var ascent: Int
        var capHeight: Int
    }

    let face: FT_Face
    let path: String
    /// The sizes of a bitmap font; empty for a font with outlines.
    let strikes: [Strike]
    /// Whether glyphs have no grey pixels and are placed at whole pixels.
    let isSharp: Bool
    let unitsPerEm: Int
    /// The height of a capital H in the font's own units. Text is centred by this height.
    let capHeight: Int
    private let library: FontLibrary
    private var selectedSize: FT_F26Dot6 = 0
    private var glyphCount: Int32 = 0
    /// The glyphs of Latin-1, which contains ° and µ, indexed by character. A glyph that no text has used has a
    /// negative number. The table is not an array, because each access to an array is checked at run time.
    private let latin = UnsafeMutablePointer<Glyph>.allocate(capacity: 256)
    private var others: [UInt32: Glyph] = [:]

    init(path: String, isSharp: Bool, in library: FontLibrary) throws(CanvasError) {
        var opened: FT_Face?
        let status = FT_New_Face(library.library, path, 0, &opened)
        guard status == 0, let face = opened else {
            throw CanvasError.font(path: path, reason: Face.reason(status))
        }
        let strikes = Face.strikes(of: face)
        guard C_FT_IS_SCALABLE(face) != 0 || !strikes.isEmpty else {
            FT_Done_Face(face)
            throw CanvasError.font(path: path, reason: Face.reason(0))
        }
        self.library = library
        self.face = face
        self.path = path
        self.strikes = strikes
        self.isSharp = isSharp || !strikes.isEmpty
        if let first = strikes.first {
            (unitsPerEm, capHeight) = (first.pixels, first.capHeight)
        } else {
            unitsPerEm = max(Int(face.pointee.units_per_EM), 1)
            let hasH = FT_Load_Char(face, 0x48, FT_Int32(FT_LOAD_NO_SCALE)) == 0
            let height = hasH ? face.pointee.glyph.pointee.metrics.horiBearingY : Int(face.pointee.ascender)
            capHeight = max(height, 1)
        }
        latin.initialize(repeating: Glyph(index: 0, advance: 0, number: -1), count: 256)
    }

    deinit {
        latin.deallocate()
        FT_Done_Face(face)
    }

    @inline(__always)
    func glyph(for scalar: Unicode.Scalar) -> Glyph {
        if scalar.value < 256 {
            let glyph = latin[Int(scalar.value)]
            return glyph.number >= 0 ? glyph : load(scalar)
        }
        return others[scalar.value] ?? load(scalar)
    }

    var used: [Glyph] { (0..<256).map { latin[$0] }.filter { $0.number >= 0 } + Array(others.values) }

    /// The kerning of two glyphs in the font's own units. A negative value moves the second glyph closer.
    @inline(__always)
    func kern(_ first: Glyph, _ second: Glyph) -> Int {
        guard C_FT_HAS_KERNING(face) != 0 else { return 0 }
        var way = FT_Vector()
        let status = FT_Get_Kerning(face, first.index, second.index, FT_KERNING_UNSCALED.rawValue, &way)
        return status == 0 ? Int(way.x) : 0
    }

    @inline(never)
    private func load(_ scalar: Unicode.Scalar) -> Glyph {
        let index = FT_Get_Char_Index(face, FT_ULong(scalar.value))
        var advance = 0
        if let first = strikes.first {
            select(first.number)
            if FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_DEFAULT)) == 0 {
                advance = face.pointee.glyph.pointee.advance.x >> 6
            }
        } else if FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_NO_SCALE)) == 0 {
            advance = face.pointee.glyph.pointee.metrics.horiAdvance
        }
        let glyph = Glyph(index: index, advance: Int32(clamping: advance), number: glyphCount)
        glyphCount += 1
        if scalar.value < 256 { latin[Int(scalar.value)] = glyph } else { others[scalar.value] = glyph }
        return glyph
    }

    /// Renders a glyph into the atlas, and returns the number of its cell.
    func render(
        _ glyph: Glyph, size: Int, _ strike: (number: Int32, factor: Int)?, quarter: Int, into atlas: GlyphAtlas
    ) -> Int32 {
        let isLoaded =
            if let strike {
                select(strike.number) && FT_Load_Glyph(face, glyph.index, FT_Int32(FT_LOAD_DEFAULT)) == 0
            } else {
                renderOutline(glyph.index, size, quarter)
            }
        guard isLoaded, let slot = face.pointee.glyph else { return atlas.addEmpty() }
        return atlas.add(
            slot.pointee.bitmap, left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top),
            factor: strike?.factor ?? 1)
    }

    /// Renders an outline. Unless the face is sharp, the outline is hinted only vertically: horizontal strokes are
    /// crisp, and widths are as designed.
    private func renderOutline(_ index: UInt32, _ size: Int, _ quarter: Int) -> Bool {
        if size != selectedSize {
            FT_Set_Char_Size(face, 0, size, 72, 72)
            selectedSize = size
        }
        let target = isSharp ? C_FT_LOAD_TARGET_MONO : C_FT_LOAD_TARGET_LIGHT
        guard FT_Load_Glyph(face, index, target | FT_Int32(FT_LOAD_NO_BITMAP)) == 0, let slot = face.pointee.glyph
        else { return false }
        FT_Outline_Translate(&slot.pointee.outline, FT_Pos(quarter * 16), 0)
        return FT_Render_Glyph(slot, isSharp ? FT_RENDER_MODE_MONO : FT_RENDER_MODE_NORMAL) == 0
    }

    @discardableResult
    private func select(_ strike: Int32) -> Bool { FT_Select_Size(face, strike) == 0 }

    /// The bitmaps of a font without outlines. Widths are measured in one size and scaled to the other sizes. So the
    /// only bitmaps that are kept have the same ratio of width to size as the first ones.
    private static func strikes(of face: FT_Face) -> [Strike] {
        guard C_FT_IS_SCALABLE(face) == 0, let sizes = face.pointee.available_sizes else { return [] }
        var strikes: [Strike] = []
        var share = 0.0
        for number in 0..<max(face.pointee.num_fixed_sizes, 0) {
            let pixels = Int(sizes[Int(number)].y_ppem) >> 6
            guard pixels > 0, FT_Select_Size(face, number) == 0,
                FT_Load_Char(face, 0x48, FT_Int32(FT_LOAD_DEFAULT)) == 0, let slot = face.pointee.glyph,
                let capital = Ink(slot.pointee.bitmap)
            else { continue }
            let advance = Double(slot.pointee.advance.x >> 6) / Double(pixels)
            guard strikes.isEmpty || advance == share else { continue }
            share = advance
            strikes.append(
                Strike(
                    number: number, pixels: pixels, ascent: Int(face.pointee.size.pointee.metrics.ascender) >> 6,
                    capHeight: Int(slot.pointee.bitmap_top) - capital.top))
        }
        return strikes
    }

    private static func reason(_ status: FT_Error) -> String {
        let advice = "install the package fonts-b612 or fonts-dejavu-core, or name the file of another font"
        return switch status {
        case 0: "has neither outlines nor bitmaps"
        case 1: "cannot be opened; \(advice)"
        case 2, 3: "is not a font; \(advice)"
        default: "cannot be used (FreeType error \(status)); \(advice)"
        }
    }
}

/// The top of the ink in a bitmap with one bit a pixel: the first row that is not empty.
private struct Ink {
    let top: Int

    init?(_ bitmap: FT_Bitmap) {
        guard let bytes = bitmap.buffer, bitmap.pitch > 0 else { return nil }
        let pitch = Int(bitmap.pitch)
        let first = (0..<Int(bitmap.rows)).first { row in (0..<pitch).contains { bytes[row * pitch + $0] != 0 } }
        guard let first else { return nil }
        top = first
    }
}

/// The FreeType library, which must stay open as long as a face is open.
final class FontLibrary {
    let library: FT_Library

    init?() {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else { return nil }
        self.library = library
    }

    deinit {
        FT_Done_FreeType(library)
    }
}
