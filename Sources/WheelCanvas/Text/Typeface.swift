internal import CFreeType

/// An open font file. `font(pixels:)` returns it in one size.
public final class Typeface {
    /// DejaVu Sans in Debian's package fonts-dejavu-core.
    public static let defaultPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    let atlas = GlyphAtlas()
    private let library: FT_Library
    let face: FT_Face
    private var sizes: [SizedGlyphs] = []
    private var sizeOfFace: FT_F26Dot6 = 0
    /// Kerning of pairs of Latin-1 characters in the font's own units: a row for each first character that texts have
    /// used, with an entry for each second one. An entry is `.min` until it is read.
    private let kerning: UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>
    private let hasKerning: Bool

    public init(path: String = Typeface.defaultPath) throws(CanvasError) {
        var library: FT_Library?
        var face: FT_Face?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw CanvasError.font(path: path, reason: "FreeType cannot start")
        }
        let status = FT_New_Face(library, path, 0, &face)
        guard status == 0, let face, C_FT_IS_SCALABLE(face) != 0 else {
            let reason = Typeface.reason(status, path: path)
            FT_Done_FreeType(library)
            throw CanvasError.font(path: path, reason: reason)
        }
        self.library = library
        self.face = face
        hasKerning = C_FT_HAS_KERNING(face) != 0
        // Allocated last: if an error is thrown above, `deinit` does not run.
        kerning = .allocate(capacity: 256)
        kerning.initialize(repeating: nil, count: 256)
    }

    deinit {
        for first in 0..<256 { kerning[first]?.deallocate() }
        kerning.deallocate()
        FT_Done_Face(face)
        FT_Done_FreeType(library)
    }

    /// The font whose em square has this height.
    public func font(pixels: Double) -> Font {
        let size = FT_F26Dot6((min(max(pixels, 1), 4096) * 64).rounded())
        if let known = sizes.first(where: { $0.size == size }) { return Font(typeface: self, glyphs: known) }
        let record = face.pointee
        // Text is centred by the height of a capital H.
        let hasH = FT_Load_Char(face, 0x48, FT_Int32(FT_LOAD_NO_SCALE)) == 0
        let glyphs = SizedGlyphs(
            size: size, unitsPerEm: Int(record.units_per_EM), ascender: Int(record.ascender),
            descender: Int(record.descender),
            capHeight: hasH ? record.glyph.pointee.metrics.horiBearingY : Int(record.ascender),
            height: Int(record.height))
        sizes.append(glyphs)
        return Font(typeface: self, glyphs: glyphs)
    }

    /// Sets the size of the glyphs that the face loads.
    func select(_ size: FT_F26Dot6) {
        guard size != sizeOfFace else { return }
        FT_Set_Char_Size(face, 0, size, 72, 72)
        sizeOfFace = size
    }

    /// The kerning of two glyphs in the font's own units: negative moves the second glyph closer.
    func kern(_ first: Glyph, _ second: Glyph) -> Int {
        guard hasKerning else { return 0 }
        guard first.scalar < 256 && second.scalar < 256 else { return readKern(first, second) }
        let row = kerning[Int(first.scalar)] ?? addRow(first)
        if row[Int(second.scalar)] == .min { row[Int(second.scalar)] = Int16(clamping: readKern(first, second)) }
        return Int(row[Int(second.scalar)])
    }

    private func addRow(_ first: Glyph) -> UnsafeMutablePointer<Int16> {
        let row = UnsafeMutablePointer<Int16>.allocate(capacity: 256)
        row.initialize(repeating: .min, count: 256)
        kerning[Int(first.scalar)] = row
        return row
    }

    private func readKern(_ first: Glyph, _ second: Glyph) -> Int {
        var way = FT_Vector()
        let status = FT_Get_Kerning(face, first.index, second.index, FT_KERNING_UNSCALED.rawValue, &way)
        return status == 0 ? Int(way.x) : 0
    }

    private static func reason(_ status: FT_Error, path: String) -> String {
        let advice = "install the package fonts-dejavu-core or name the file of another font"
        return switch status {
        case 0: "its glyphs cannot be scaled"
        case 1: "cannot be opened; \(advice)"
        case 2, 3: "is not a font; \(advice)"
        default: "cannot be used (FreeType error \(status)); \(advice)"
        }
    }
}
