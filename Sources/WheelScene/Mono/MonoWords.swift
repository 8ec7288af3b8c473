import WheelCanvas
import WheelCore

/// Words that are shown as the value on a small screen with one bit per pixel.
struct MonoWords {
    private let room: Rect
    /// The fonts that may be used, from large to small.
    private let fonts: [Font]
    /// The index of the first font in which all usual words fit, on two lines if necessary.
    private let usual: Int
    /// The index of the largest font of at most 20 pixels, in which a word is easy to read. A long word does not make
    /// short words smaller than this font.
    private let comfortable: Int
    /// Whether a word is on a plate, which is filled if the word is chosen.
    private let hasPlate: Bool

    /// The words in `usual` have the same size if that size is easy to read.
    init(_ usual: [String], in room: Rect, hasPlate: Bool, typeface: Typeface) {
        // The place below the plate is for the mark of the cursor.
        self.room = hasPlate ? room.inset(left: 2, top: 2, right: 2, bottom: 5) : room
        self.hasPlate = hasPlate
        var fonts: [Font] = []
        var pixels = self.room.height
        while true {
            let font = typeface.font(pixels: pixels, weight: .bold)
            if let last = fonts.last, font.pixels >= last.pixels { break }
            fonts.append(font)
            // An outline font exists in every size, so the list must have an end: 12 pixels, the size of the label.
            guard font.pixels > 12 else { break }
            pixels = font.pixels - 1
        }
        self.fonts = fonts
        comfortable = fonts.firstIndex { $0.pixels <= MonoWords.comfortable } ?? fonts.count - 1
        let room = self.room
        self.usual =
            fonts.firstIndex { font in
                usual.allSatisfy { MonoWords.lines(of: $0, font, in: room, isWhole: hasPlate) != nil }
            } ?? fonts.count - 1
    }

    private static let comfortable = 20.0

    /// The word on one line, or on two lines if it has a space and `isWhole` is false; `nil` if it does not fit.
    private static func lines(of text: String, _ font: Font, in room: Rect, isWhole: Bool) -> [String]? {
        let width = room.width - 2
        if MonoWords.width(of: text, font) <= width { return [text] }
        guard !isWhole, font.pixels * 2 <= room.height + 2 else { return nil }
        return LabelBreak.lines(of: text, room: width) { MonoWords.width(of: $0, font) }.flatMap { lines in
            MonoWords.width(of: lines.second, font) <= width ? [lines.first, lines.second] : nil
        }
    }

    /// How often a word is drawn again, each time one pixel further to the right. The repetition makes the strokes of
    /// the word about as thick as the strokes of numbers.
    private static func thickness(_ font: Font) -> Int { Int(font.pixels / 22) }

    private static func width(of text: String, _ font: Font) -> Double {
        font.width(of: text) + Double(thickness(font))
    }

    private func draw(_ lines: [String], _ font: Font, into sketch: inout Sketch) {
        let pitch = font.pixels.rounded()
        var baseline = (room.midY + (font.capHeight - pitch) / 2).rounded()
        for line in lines {
            let left = (room.midX - MonoWords.width(of: line, font) / 2).rounded()
            for shift in 0...MonoWords.thickness(font) {
                sketch.add(line, font, at: Point(x: left + Double(shift), y: baseline), sketch.theme.text)
            }
            baseline += pitch
        }
    }

    /// Draws a word in the largest size in which it fits, but not larger than in the font `usual`, or than in the font
    /// `comfortable` if that font is larger. A word that does not fit even in the smallest font is shortened.
    func draw(_ text: String, isChosen: Bool = false, into sketch: inout Sketch) {
        let width = room.width - 2
        let largest = min(usual, comfortable)
        let fitting = fonts[largest...].lazy.compactMap { font in
            MonoWords.lines(of: text, font, in: room, isWhole: hasPlate).map { (font, $0) }
        }.first
        guard let font = fitting?.0 ?? fonts.last else { return }
        if let lines = fitting?.1, lines.count > 1 { return draw(lines, font, into: &sketch) }
        let shown = font.shortened(text, to: width)
        let wide = MonoWords.width(of: shown, font)
        let place = Point(
            x: (room.midX - wide / 2).rounded(), y: (room.midY + font.capHeight / 2).rounded())
        if hasPlate {
            let height = min(room.height + 2, (font.capHeight * 1.9).rounded())
            let plate = Rect(
                x: max(0, place.x - 5), y: max(room.minY - 1, (place.y - font.capHeight / 2 - height / 2).rounded()),
                width: min(room.maxX + 2, wide + 10), height: height)
            if isChosen {
                sketch.fill(plate, sketch.theme.accent)
            } else {
                sketch.frame(plate, width: 1, sketch.theme.outline)
            }
        }
        let color = isChosen ? sketch.theme.onAccent : sketch.theme.text
        for shift in 0...MonoWords.thickness(font) {
            sketch.add(shown, font, at: Point(x: place.x + Double(shift), y: place.y), color)
        }
    }
}
