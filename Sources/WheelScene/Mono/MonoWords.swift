import WheelCanvas
import WheelGeometry

/// Words as the value of a small screen with one bit a pixel.
struct MonoWords {
    private let room: Rect
    /// From large to small. The first one has room for all usual words.
    private let fonts: [Font]
    /// Whether a plate tells chosen words from others.
    private let hasPlate: Bool

    /// `usual` words have one size.
    init(_ usual: [String], in room: Rect, hasPlate: Bool, typeface: Typeface) {
        // Below the plate is the mark of the cursor.
        self.room = hasPlate ? room.inset(left: 2, top: 2, right: 2, bottom: 5) : room
        self.hasPlate = hasPlate
        var fonts: [Font] = []
        var pixels = self.room.height
        while true {
            let font = typeface.font(pixels: pixels, weight: .bold)
            if let last = fonts.last, font.pixels >= last.pixels { break }
            fonts.append(font)
            // An outline font has any size. None is smaller than the bitmaps of a label.
            guard font.pixels > 12 else { break }
            pixels = font.pixels - 1
        }
        let width = self.room.width - 2
        let first = fonts.firstIndex { font in usual.allSatisfy { MonoWords.width(of: $0, font) <= width } }
        self.fonts = Array(fonts.suffix(from: first ?? fonts.count - 1))
    }

    /// How often a word is drawn again, each time one pixel further to the right: that makes its strokes about as thick
    /// as those of the numbers.
    private static func thickness(_ font: Font) -> Int { Int(font.pixels / 22) }

    private static func width(of text: String, _ font: Font) -> Double {
        font.width(of: text) + Double(thickness(font))
    }

    /// Draws a word as large as fits. Only one that does not even fit in the smallest letters is shortened.
    func draw(_ text: String, isChosen: Bool = false, into sketch: inout Sketch) {
        let width = room.width - 2
        guard let font = fonts.first(where: { MonoWords.width(of: text, $0) <= width }) ?? fonts.last else { return }
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
