/// How wide a word is likely to be.
///
/// Touch areas are computed without a font, and must be where the picture has its chips. So the form of a selector follows
/// from these widths alone. They are those of B612, rounded up. A word that is wider in another font is drawn smaller.
enum WordWidth {
    /// In heights of a capital.
    static func capitals(of word: String) -> Double {
        word.unicodeScalars.reduce(0) { $0 + capitals(of: $1) }
    }

    private static func capitals(of letter: Unicode.Scalar) -> Double {
        switch letter {
        case " ", "i", "j", "l", "I", "|", "!", ".", ",", ":", ";", "'": 0.47
        case "J", "f", "r", "s", "t", "-", "(", ")", "[", "]", "\"": 0.62
        case "M", "W", "m", "%", "#", "@", "—", "…": 1.28
        case "H", "N", "O", "Q", "U", "w", "&", "+", "<", ">", "=": 1.06
        case "A"..."Z", "0"..."9", "X", "v", "x": 0.88
        case _ where letter.value >= 0x1100 && letter.value < 0x1_0000 && !isNarrow(letter): 1.45
        case _ where letter.value >= 0x1_0000: 1.7
        default: letter.properties.isUppercase ? 0.9 : 0.78
        }
    }

    /// Letters and marks beyond Hangul that are no wider than Latin ones.
    private static func isNarrow(_ letter: Unicode.Scalar) -> Bool { (0x1200...0x2DFF).contains(letter.value) }
}
