import WheelCanvas
import WheelCore

/// A text in the middle of a box, on one or two lines, as large as the box allows. The text is never cut.
struct FittedText {
    private let lines: [String]
    private let font: Font
    private let box: Rect

    /// The height of the em square, as a fraction of a line's height. The rest is for accents and descenders.
    static let emPerLine = 1 / 1.22

    /// The font size is at most `pixels`. The text breaks into two lines if it would be small in one line and is larger
    /// in two.
    init(_ text: String, in box: Rect, pixels: Double, typeface: Typeface) {
        self.box = box
        let most = min(pixels, box.height * FittedText.emPerLine)
        let single = FittedText.pixels(for: [text], in: box, most: most, typeface)
        var (lines, size) = ([text], single)
        if single < most * 0.7, let pair = FittedText.broken(text) {
            let double = FittedText.pixels(for: pair, in: box, most: most, typeface)
            if double > single * 1.1 { (lines, size) = (pair, double) }
        }
        self.lines = lines
        font = typeface.font(pixels: FittedText.roundedDownToHalf(size))
    }

    /// Rounds a font size down to a multiple of half a pixel, which limits the number of fonts. Sizes below 4 are kept
    /// as they are.
    static func roundedDownToHalf(_ pixels: Double) -> Double {
        pixels < 4 ? pixels : (pixels * 2).rounded(.down) / 2
    }

    func draw(into sketch: inout Sketch, _ color: Color) {
        let step = font.lineHeight
        let first = box.midY + font.capHeight / 2 - step * Double(lines.count - 1) / 2
        for (index, line) in lines.enumerated() {
            sketch.add(
                line, font, at: Point(x: box.midX, y: first + step * Double(index)), alignment: .middle, color)
        }
    }

    private static func pixels(for lines: [String], in box: Rect, most: Double, _ typeface: Typeface) -> Double {
        let ruler = typeface.font(pixels: 64)
        let widest = lines.map { ruler.width(of: $0) }.max() ?? 0
        let byWidth = widest > 0 ? box.width / widest * 64 : most
        return max(1, min(most, byWidth, box.height * emPerLine / Double(lines.count)))
    }

    /// Breaks a text at the space nearest to its middle, or in the middle of a word if no space is near.
    private static func broken(_ text: String) -> [String]? {
        let letters = Array(text)
        guard letters.count > 3 else { return nil }
        let middle = letters.count / 2
        let spaces = letters.indices.filter { letters[$0] == " " && $0 > 0 && $0 < letters.count - 1 }
        if let space = spaces.min(by: { abs($0 - middle) < abs($1 - middle) }), abs(space - middle) <= middle * 2 / 3 {
            return [String(letters[..<space]), String(letters[(space + 1)...])]
        }
        return [String(letters[..<middle]), String(letters[middle...])]
    }
}
