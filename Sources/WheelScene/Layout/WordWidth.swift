import WheelCore
import WheelModel

/// The widths of texts for the layout of pages, in multiples of a capital's height. The widths are close to the widths
/// of the font B612.
///
/// The places on a page depend on widths: whether a label has two lines, which form a selector has, where − and + are,
/// which tabs are shown. Touch needs these places before the first picture is drawn, and exactly as the picture will
/// have them. But the loop's thread must not read a font, since this thread never waits for a file. So layouts use this
/// table and no font, whichever font the display has. When the picture is drawn, each text is fitted into its place:
///
///     "Cutoff" is 4.3 capital heights wide in this table, 3.9 in B612 and 4.2 in DejaVu Sans
///
/// If the display's font is wider than this table, a text that would not fit is drawn smaller, and shortened if it
/// still does not fit. The place of the text does not change. `docs/decisions/layout.md` says why these widths are not
/// measured.
enum WordWidth {
    static func capitals(of word: String) -> Double {
        word.unicodeScalars.reduce(0) { $0 + capitals(of: $1) }
    }

    static func widest(of words: [String]) -> Double { words.map { capitals(of: $0) }.max() ?? 0 }

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

    /// Whether a character is between U+1200 and U+2DFF. These characters follow the Hangul Jamo, and are no wider than
    /// Latin letters.
    private static func isNarrow(_ letter: Unicode.Scalar) -> Bool { (0x1200...0x2DFF).contains(letter.value) }
}

/// The width of the widest value that a control is likely to have, with its unit.
struct ValueWidth {
    private let digits: Double
    private let unit: Double
    private let gap: Double

    /// A control with positions has the width 0.
    init(_ settings: ControlSettings) {
        let unit = settings.number?.shownUnit ?? ""
        digits = settings.number == nil ? 0 : WordWidth.widest(of: settings.valueSamples)
        (self.unit, gap) = (WordWidth.capitals(of: unit), unit.isEmpty ? 0 : 0.3)
    }

    /// The width in pixels, with digits of this height. Beside small digits the unit is as high as a label.
    func pixels(at capital: Double, _ measures: Measures) -> Double {
        (digits + gap) * capital + unit * max(measures.label, 0.45 * capital)
    }
}
