internal import CFreeType

/// Kerning of pairs of Latin-1 characters in the font's own units: a row for each first character that texts have used,
/// with an entry for each second one. An entry is `.min` until it is read.
final class KerningTable {
    private let rows = UnsafeMutablePointer<UnsafeMutablePointer<Int16>?>.allocate(capacity: 256)

    init() {
        rows.initialize(repeating: nil, count: 256)
    }

    deinit {
        for first in 0..<256 { rows[first]?.deallocate() }
        rows.deallocate()
    }

    func kern(_ first: Glyph, _ second: Glyph, of face: FT_Face) -> Int {
        guard first.scalar < 256 && second.scalar < 256 else { return read(first, second, face) }
        let row = rows[Int(first.scalar)] ?? addRow(first)
        if row[Int(second.scalar)] == .min { row[Int(second.scalar)] = Int16(clamping: read(first, second, face)) }
        return Int(row[Int(second.scalar)])
    }

    private func addRow(_ first: Glyph) -> UnsafeMutablePointer<Int16> {
        let row = UnsafeMutablePointer<Int16>.allocate(capacity: 256)
        row.initialize(repeating: .min, count: 256)
        rows[Int(first.scalar)] = row
        return row
    }

    private func read(_ first: Glyph, _ second: Glyph, _ face: FT_Face) -> Int {
        var way = FT_Vector()
        let status = FT_Get_Kerning(face, first.index, second.index, FT_KERNING_UNSCALED.rawValue, &way)
        return status == 0 ? Int(way.x) : 0
    }
}
