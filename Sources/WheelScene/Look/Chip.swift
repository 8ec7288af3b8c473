import WheelCanvas
import WheelCore

/// A plate with a word, for one position.
struct Chip {
    enum Look: Equatable, CaseIterable {
        /// The chip can be touched, which its outline shows.
        case touchable
        /// The chip cannot be touched while the control is locked, so its outline is faint.
        case locked
        /// The chip can never be touched, and has no outline.
        case still
    }

    /// What the plate shows about its position. The marks differ from each other even without colour, but in a theme
    /// with only two colours `off` looks like `chosen`.
    enum Mark: Equatable, CaseIterable {
        /// The position is not chosen.
        case free
        /// The position is chosen: the plate is filled.
        case chosen
        /// The position is chosen and means "off": the plate is filled, but not in the accent colour.
        case off
        /// The position is chosen, but the control's value is stale: the plate has a strong frame.
        case stale
        /// The position is still applied while another one is pending: the plate has a bar along its lower edge.
        case applied

        var isFilled: Bool { self == .chosen || self == .off }
    }

    var rect: Rect
    var word: String
    var look: Look
    var mark = Mark.free
    /// Whether the position is pending: a dashed frame replaces the outline.
    var isPending = false

    /// This chip as it is drawn while its position is not chosen.
    var whileFree: Chip { Chip(rect: rect, word: word, look: look) }

    static func font(_ typeface: Typeface, capital: Double, isBold: Bool) -> Font {
        typeface.font(capital: capital, weight: isBold ? .bold : .regular)
    }

    var isBold: Bool { mark != .free || isPending }

    // MARK: Colours.

    func fillColor(_ theme: Theme, on ground: Color) -> Color {
        switch mark {
        case .chosen: theme.accent
        case .off: theme.off
        case .stale: theme.raised
        case .free, .applied: ground
        }
    }

    /// The colour of the chip's frame; `nil` if the chip has no frame.
    func frameColor(_ theme: Theme) -> Color? {
        if isPending { return theme.hand }
        if mark == .stale { return theme.secondary }
        guard !mark.isFilled else { return nil }
        switch look {
        case .touchable: return theme.outline
        case .locked: return theme.edge
        case .still: return nil
        }
    }

    func wordColor(_ theme: Theme) -> Color {
        switch mark {
        case .chosen: return theme.onAccent
        case .off: return theme.onOff
        case .stale: return theme.secondary
        case .free, .applied: return isBold || look == .touchable ? theme.text : theme.secondary
        }
    }

    // MARK: Drawing.

    /// Draws the plate, or the part of it in `window`.
    func drawPlate(_ measures: Measures, on ground: Color, in window: Rect? = nil, into sketch: inout Sketch) {
        let theme = sketch.theme
        let radius = min(measures.radius, rect.height / 4)
        let window = window ?? rect.inset(by: -1)
        func fill(_ rect: Rect, _ radius: Double, _ color: Color) {
            sketch.fill(rect, radius: max(0, radius), color, under: .identity, through: window)
        }
        // Dashes cannot be clipped, so a plate that crosses the window's edge has a solid frame.
        let isDashed = isPending && window.contains(rect)
        if let frame = isDashed ? nil : frameColor(theme) {
            let edge = frameWidth(measures)
            fill(rect, radius, frame)
            fill(rect.inset(by: edge), radius - edge, fillColor(theme, on: ground))
        } else if isDashed || mark != .free {
            // The plate of a free chip may already be drawn here, so the new plate covers it.
            fill(rect, radius, fillColor(theme, on: ground))
        }
        if mark == .applied { drawBar(measures, radius, in: window, into: &sketch) }
        if isDashed {
            sketch.dashedFrame(
                rect, radius: radius, width: measures.stroke, dash: measures.pixels(1.2), gap: measures.pixels(0.9),
                theme.hand)
        }
    }

    private func frameWidth(_ measures: Measures) -> Double {
        if isPending { return measures.stroke }
        // A strong frame is at least three times as wide as an outline, so that they differ even in small pictures of
        // two colours.
        return mark == .stale ? max(measures.focusStroke, measures.hairline * 3) : measures.hairline
    }

    /// Draws a bar along the lower edge, inside the rounded corners of the plate.
    private func drawBar(_ measures: Measures, _ radius: Double, in window: Rect, into sketch: inout Sketch) {
        let height = min(measures.whole(0.6), (rect.height / 6).rounded(.up))
        let bar = Rect(x: rect.minX, y: rect.maxY - height, width: rect.width, height: height)
        let shown = bar.intersection(window)
        guard !shown.isEmpty else { return }
        sketch.fill(rect, radius: radius, sketch.theme.accent, under: .identity, through: shown)
    }

    /// Draws the cursor: a frame in the hand's colour around the plate that a knob has reached. With only two colours
    /// the frame would merge with the plate, so the frame is drawn inside the plate, and in black if the plate is
    /// filled.
    func drawCursor(_ measures: Measures, into sketch: inout Sketch) {
        let theme = sketch.theme
        if theme.isMono {
            return sketch.frame(
                rect.inset(by: frameWidth(measures) + 1), width: 1, mark.isFilled ? theme.onHand : theme.hand)
        }
        let width = measures.focusStroke
        OutlinePath(rect.inset(by: -width / 2), radius: min(measures.radius, rect.height / 4) + width / 2).draw(
            to: 1, width: width, into: &sketch, theme.hand, under: .identity)
    }

    func drawWord(_ font: Font, padding: Double, into sketch: inout Sketch) {
        let shown = font.shortened(word, to: rect.width - 2 * padding)
        sketch.add(
            shown, font, at: Point(x: rect.midX, y: rect.midY + font.capHeight / 2), alignment: .middle,
            wordColor(sketch.theme))
    }

    /// The largest height of capitals with which all words fit, but at most `capital` and at least `least`.
    static func capital(
        for words: [String], in width: Double, upTo capital: Double, least: Double, _ typeface: Typeface
    ) -> Double {
        let ruler = typeface.font(capital: capital, weight: .bold)
        let widest = words.map { ruler.width(of: $0) }.max() ?? 0
        // Font sizes are rounded, and the strokes of hinted letters do not shrink in proportion. So the capitals are
        // made 6 % smaller than the widths require.
        return widest > width ? max(min(least, capital), capital * width / widest * 0.94) : capital
    }
}
