import WheelCanvas
import WheelGeometry

/// A text as large as its place allows, on one line or two, never cut.
struct FittedText {
    private(set) var lines: [String]
    let font: Font
    private let box: Rect

    /// The height of the em square that fits into a line of this height, with accents above and descenders below.
    static let emPerLine = 1 / 1.22

    /// `text` in the middle of `box`, at most `pixels` large. It breaks into two lines where that makes it larger and
    /// one line would have to be small.
    init(_ text: String, in box: Rect, pixels: Double, typeface: Typeface, mayBreak: Bool = true) {
        self.box = box
        let most = min(pixels, box.height * FittedText.emPerLine)
        let single = FittedText.pixels(for: [text], in: box, most: most, typeface)
        var (lines, size) = ([text], single)
        if mayBreak, single < most * 0.7, let pair = FittedText.broken(text, typeface) {
            let double = FittedText.pixels(for: pair, in: box, most: most, typeface)
            if double > single * 1.1 { (lines, size) = (pair, double) }
        }
        self.lines = lines
        font = typeface.font(pixels: FittedText.roundedDownToHalf(size))
    }

    /// Font sizes in halves of a pixel, so that there are not too many of them.
    static func roundedDownToHalf(_ pixels: Double) -> Double {
        pixels < 4 ? pixels : (pixels * 2).rounded(.down) / 2
    }

    func draw(
        into sketch: inout Sketch, alignment: TextAlignment = .middle, shiftedRight shift: Double = 0,
        after sign: String = "", _ color: Color
    ) {
        let x =
            switch alignment {
            case .start: box.minX
            case .middle: box.midX
            case .end: box.maxX
            }
        let step = font.lineHeight
        let first = box.midY + font.capHeight / 2 - step * Double(lines.count - 1) / 2
        for (index, line) in lines.enumerated() {
            sketch.add(
                index == 0 ? sign + line : line, font, at: Point(x: x + shift, y: first + step * Double(index)),
                alignment: alignment, color)
        }
    }

    /// Around all that is drawn, in the middle of its box.
    var bounds: Rect {
        let step = font.lineHeight * Double(lines.count - 1)
        let top = box.midY + font.capHeight / 2 - step / 2 - font.ascent
        return Rect(
            x: box.midX - width / 2, y: top, width: width, height: font.ascent + step + font.descent)
    }

    /// The widest of its lines.
    var width: Double { lines.map { font.width(of: $0) }.max() ?? 0 }

    private static func pixels(for lines: [String], in box: Rect, most: Double, _ typeface: Typeface) -> Double {
        let ruler = typeface.font(pixels: 64)
        let widest = lines.map { ruler.width(of: $0) }.max() ?? 0
        let byWidth = widest > 0 ? box.width / widest * 64 : most
        return max(1, min(most, byWidth, box.height * emPerLine / Double(lines.count)))
    }

    /// Two lines of a text, broken at the space nearest to its middle, else in the middle of its word.
    private static func broken(_ text: String, _ typeface: Typeface) -> [String]? {
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
