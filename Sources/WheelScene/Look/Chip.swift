import WheelCanvas
import WheelGeometry

/// A plate with a word, for one position.
struct Chip {
    enum Look: Equatable {
        /// It can be touched: it has an outline.
        case touchable
        /// It cannot be touched now: its outline is a decoration.
        case locked
        /// It can never be touched: a word alone.
        case still
    }

    var rect: Rect
    var word: String
    var look: Look
    var isChosen = false
    /// Whether it means "off", so that it has no accent colour.
    var isOff = false
    /// Whether it is the value that waits to be applied.
    var isPending = false

    static func font(_ typeface: Typeface, capital: Double, isChosen: Bool) -> Font {
        typeface.font(capital: capital, weight: isChosen ? .bold : .regular)
    }

    func fillColor(_ theme: Theme) -> Color { isOff ? theme.secondary : theme.accent }

    func wordColor(_ theme: Theme) -> Color {
        if isChosen { return isOff ? theme.ground : theme.onAccent }
        return look == .touchable ? theme.text : theme.secondary
    }

    /// Draws the plate, or the part of it in `window`.
    func drawPlate(_ measures: Measures, on ground: Color, in window: Rect? = nil, into sketch: inout Sketch) {
        let theme = sketch.theme
        let radius = min(measures.radius, rect.height / 4)
        let window = window ?? rect.inset(by: -1)
        if isChosen {
            sketch.fill(rect, radius: radius, fillColor(theme), under: .identity, through: window)
        } else if look != .still {
            let (edge, color) = (measures.hairline, look == .touchable ? theme.outline : theme.edge)
            sketch.fill(rect, radius: radius, color, under: .identity, through: window)
            sketch.fill(
                rect.inset(by: edge), radius: max(0, radius - edge), ground, under: .identity, through: window)
        }
        guard isPending else { return }
        sketch.dashedFrame(
            rect.inset(by: measures.focusStroke), radius: radius, width: measures.stroke, dash: measures.pixels(1.2),
            gap: measures.pixels(0.9), theme.hand)
    }

    /// Draws a frame in the hand's colour around the plate that a knob has reached. In two colours it would be one with the
    /// plate, so it is inside, and on a chosen plate black.
    func drawCursor(_ measures: Measures, into sketch: inout Sketch) {
        let theme = sketch.theme
        if theme.isMono {
            return sketch.frame(
                rect.inset(by: measures.hairline + 1), width: 1, isChosen ? theme.onHand : theme.hand)
        }
        let width = measures.focusStroke
        OutlinePath(rect.inset(by: -width / 2), radius: min(measures.radius, rect.height / 4) + width / 2).draw(
            to: 1, width: width, into: &sketch, theme.hand, under: .identity)
    }

    /// Draws the word in the middle of the plate.
    func drawWord(_ font: Font, padding: Double, into sketch: inout Sketch) {
        let shown = font.shortened(word, to: rect.width - 2 * padding)
        sketch.add(
            shown, font, at: Point(x: rect.midX, y: rect.midY + font.capHeight / 2), alignment: .middle,
            wordColor(sketch.theme))
    }

    /// The largest height of capitals, up to `capital` but no smaller than `least`, with which all words fit.
    static func capital(
        for words: [String], in width: Double, upTo capital: Double, least: Double, _ typeface: Typeface
    ) -> Double {
        let ruler = typeface.font(capital: capital, weight: .bold)
        let widest = words.map { ruler.width(of: $0) }.max() ?? 0
        return widest > width ? max(min(least, capital), capital * width / widest) : capital
    }
}
