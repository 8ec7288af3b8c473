import WheelText

/// A cell of a terminal: two pixels, one above the other, or a character on one background colour.
struct Cell: Equatable, BitwiseCopyable {
    /// There is no character, but two pixels.
    static let noGlyph: UInt32 = 0
    /// The right half of a wide character.
    static let rightHalf: UInt32 = .max
    /// A cell whose content on the terminal is unknown.
    static let unknown = Cell(upper: 1 << 24, lower: 1 << 24)

    /// The colours as 0xRRGGBB. They are equal if there is a character.
    var upper: UInt32
    var lower: UInt32
    /// An index of a `GlyphTable`.
    var glyph = noGlyph
    /// The character's colour.
    var ink: UInt32 = 0

    /// A copy with a character on it.
    func carrying(_ glyph: UInt32, ink: UInt32) -> Cell {
        let ground = Cell.mean(upper, lower)
        return Cell(upper: ground, lower: ground, glyph: glyph, ink: ink)
    }

    private static func mean(_ one: UInt32, _ other: UInt32) -> UInt32 {
        // For each channel without carries: the common bits, and half of the differing bits.
        (one & other) + ((one ^ other) >> 1 & 0x7F7F7F)
    }
}

/// All characters that were written, with an index for each, so that cells can be compared fast.
struct GlyphTable {
    private var numbers: [Character: UInt32] = [:]
    private var characters: [[UInt8]] = [[]]

    /// The index of a character; `nil` for characters that must not be sent to a terminal.
    mutating func number(of character: Character) -> UInt32? {
        if let number = numbers[character] { return number }
        guard character.unicodeScalars.allSatisfy(ForeignText.isVisible) else { return nil }
        let number = UInt32(characters.count)
        characters.append(Array(String(character).utf8))
        numbers[character] = number
        return number
    }

    /// The character's UTF-8.
    subscript(number: UInt32) -> [UInt8] { characters[Int(number)] }
}

extension Character {
    /// The number of cells that a terminal uses for it: two for East Asian characters and emoji.
    var cellCount: Int {
        guard let first = unicodeScalars.first?.value else { return 0 }
        switch first {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }
}
