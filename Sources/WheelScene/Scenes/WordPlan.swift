import WheelCanvas
import WheelCore

/// The place of a selector's chosen word. The count is beside or below the word, depending on which leaves more room
/// for the word. If the word would be too small in either case, the count is omitted.
///
/// All words that fit in the size of labels have the same size, so that the size does not jump when the value changes.
/// A longer word is drawn smaller, and is shortened only if the smallest size does not suffice. `SmallValue` reports
/// words that are drawn too small, so that they are known before a panel shows them.
struct WordPlan {
    enum CountPlace {
        case beside
        case below
    }

    /// The place of the count; `nil` if the word is alone.
    let count: CountPlace?
    /// The place of the word.
    let box: Rect
    /// The font of all words that fit into the box in this font.
    let usual: Font
    private let typeface: Typeface
    /// The maximum capital height of a word that is too long for `usual`: the capital height of labels, or less if the
    /// plate has little height.
    private let small: Double
    private let smallest: Double

    /// `countRoom` is the size of the count, including the gap before it.
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
        // A line of words is 1.5 times as high as the capitals, and is no higher than the plate.
        small = min(measures.label, inside.height / 1.5)
        // A word in less than half of the size of labels cannot be read.
        smallest = min(small, measures.label / 2)
        if max(wide, high) >= measures.label {
            (count, box) = wide >= high ? (.beside, beside) : (.below, below)
            usual = typeface.font(capital: max(wide, high))
        } else {
            // Beside or above the count the word would be too small, so the count is omitted.
            (count, box) = (nil, inside)
            usual = typeface.font(capital: max(min(capital(in: inside), inside.height / 1.5), small))
        }
    }

    func fits(_ word: String) -> Bool { usual.width(of: word) <= box.width }

    func font(for word: String) -> Font {
        guard !fits(word) else { return usual }
        return typeface.font(
            capital: Chip.capital(for: [word], in: box.width, upTo: small, least: smallest, typeface))
    }
}
