import WheelCanvas
import WheelCore

/// The place of a selector's chosen word: with the count beside it if there is room for both, else below it, else
/// alone.
///
/// All words have one size, so that a value that changes does not jump. A word that is too long for that is smaller than the others,
/// rather than cut. `SmallValue` looks for such words, so that nobody finds out before the panel.
struct WordPlan {
    enum CountPlace {
        case beside
        case below
    }

    /// `nil`: the word is alone.
    let count: CountPlace?
    /// The room of the word.
    let box: Rect
    /// The font of all words that fit.
    let usual: Font
    private let typeface: Typeface
    /// The size of labels, if it is not higher than the plate.
    private let small: Double
    private let smallest: Double

    /// `countRoom`: the size of the count with the gap before it.
    init(
        _ words: [String], in inside: Rect, upTo most: Double, countRoom: Size, _ measures: Measures,
        _ typeface: Typeface
    ) {
        func capital(in room: Rect) -> Double {
            Chip.capital(for: words, in: room.width, upTo: most, least: 0, typeface)
        }
        let beside = inside.inset(right: countRoom.width)
        let below = inside.inset(bottom: countRoom.height)
        let (wide, high) = (capital(in: beside), min(capital(in: below), below.height / 1.5))
        self.typeface = typeface
        // No word is higher than its plate.
        small = min(measures.label, inside.height / 1.5)
        // In half of the size of labels nobody can read it.
        smallest = min(small, measures.label / 2)
        if max(wide, high) >= measures.label {
            (count, box) = wide >= high ? (.beside, beside) : (.below, below)
            usual = typeface.font(capital: max(wide, high))
        } else {
            // Both would be too small.
            (count, box) = (nil, inside)
            usual = typeface.font(capital: max(min(capital(in: inside), inside.height / 1.5), small))
        }
    }

    func fits(_ word: String) -> Bool { usual.width(of: word) <= box.width }

    /// The font in which this word is drawn.
    func font(for word: String) -> Font {
        guard !fits(word) else { return usual }
        return typeface.font(
            capital: Chip.capital(for: [word], in: box.width, upTo: small, least: smallest, typeface))
    }
}
