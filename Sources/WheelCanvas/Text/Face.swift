internal import CFreeType

/// FreeType itself, which faces need as long as they are open.
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

/// An open font file.
final class Face {
    let face: FT_Face
    /// The height of a capital H in the font's own units. Text is centred by it.
    let capHeight: Int
    private let library: FontLibrary
    private var selectedSize: FT_F26Dot6 = 0
    /// Kerning of pairs of Latin-1 characters in the font's own units: a row for each first character that texts have
    /// used, with an entry for each second one. An entry is `.min` until it is read. `nil` if the font has no kerning.
    private let kerning: UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>?

    init(path: String, in library: FontLibrary) throws(CanvasError) {
        var opened: FT_Face?
        let status = FT_New_Face(library.library, path, 0, &opened)
        guard status == 0, let face = opened, C_FT_IS_SCALABLE(face) != 0 else {
            if let opened { FT_Done_Face(opened) }
            throw CanvasError.font(path: path, reason: Face.reason(status))
        }
        self.library = library
        self.face = face
        let hasH = FT_Load_Char(face, 0x48, FT_Int32(FT_LOAD_NO_SCALE)) == 0
        capHeight = hasH ? face.pointee.glyph.pointee.metrics.horiBearingY : Int(face.pointee.ascender)
        guard C_FT_HAS_KERNING(face) != 0 else {
            kerning = nil
            return
        }
        let rows = UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>.allocate(capacity: 256)
        rows.initialize(repeating: nil, count: 256)
        kerning = rows
    }

    deinit {
        if let kerning {
            for first in 0..<256 { kerning[first]?.deallocate() }
            kerning.deallocate()
        }
        FT_Done_Face(face)
    }

    var unitsPerEm: Int { max(Int(face.pointee.units_per_EM), 1) }

    /// Sets the size of the glyphs that FreeType loads.
    func select(_ size: FT_F26Dot6) {
        guard size != selectedSize else { return }
        FT_Set_Char_Size(face, 0, size, 72, 72)
        selectedSize = size
    }

    /// The kerning of two glyphs in the font's own units: negative moves the second glyph closer.
    func kern(_ first: Glyph, _ second: Glyph) -> Int {
        guard let kerning else { return 0 }
        guard first.scalar < 256 && second.scalar < 256 else { return readKern(first, second) }
        let row = kerning[Int(first.scalar)] ?? addRow(first, to: kerning)
        if row[Int(second.scalar)] == .min { row[Int(second.scalar)] = Int16(clamping: readKern(first, second)) }
        return Int(row[Int(second.scalar)])
    }

    private func addRow(
        _ first: Glyph, to kerning: UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>
    ) -> UnsafeMutablePointer<Int16> {
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

    private static func reason(_ status: FT_Error) -> String {
        let advice = "install the package fonts-b612 or fonts-dejavu-core, or name the file of another font"
        return switch status {
        case 0: "its glyphs cannot be scaled"
        case 1: "cannot be opened; \(advice)"
        case 2, 3: "is not a font; \(advice)"
        default: "cannot be used (FreeType error \(status)); \(advice)"
        }
    }
}
