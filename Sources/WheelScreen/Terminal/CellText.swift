import WheelCanvas

/// A text converted to cells.
struct CellText {
    let row: Int
    /// The first column, which is negative to the left of the terminal.
    let column: Int
    private(set) var characters: [(glyph: UInt32, cellCount: Int)]
    /// The colour as 0xRRGGBB.
    let ink: UInt32

    init(_ line: KeptText, glyphs: inout GlyphTable) {
        row = Int((line.place.y / Double(CellGrid.cellHeight)).rounded(.down))
        characters = []
        for character in line.text {
            if let glyph = glyphs.number(of: character) { characters.append((glyph, character.cellCount)) }
        }
        let length = Double(CellText.cellCount(characters))
        let anchor = line.place.x / Double(CellGrid.cellWidth)
        column = Int((anchor - length * line.alignment.share).rounded())
        ink = UInt32(line.color.red) << 16 | UInt32(line.color.green) << 8 | UInt32(line.color.blue)
    }

    /// Shortens the text if it would overlap the one that begins at `next`, and leaves a cell between them. If no
    /// character fits before the ellipsis, the text becomes empty.
    mutating func shorten(before next: Int, with ellipsis: UInt32?) {
        guard let ellipsis, column + CellText.cellCount(characters) > next else { return }
        let room = next - 1 - column
        while !characters.isEmpty && CellText.cellCount(characters) > room - 1 { characters.removeLast() }
        if !characters.isEmpty { characters.append((ellipsis, 1)) }
    }

    private static func cellCount(_ characters: [(glyph: UInt32, cellCount: Int)]) -> Int {
        characters.reduce(0) { $0 + $1.cellCount }
    }
}
