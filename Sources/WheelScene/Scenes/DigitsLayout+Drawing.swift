import WheelCanvas
import WheelCore
import WheelModel

extension DigitsLayout {
    func drawLayer(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        if !sketch.list.keepsTexts { drawEnd(figure, into: &sketch) }
    }

    /// Draws a bar beside the digits if the value has reached an end of the range: at the right for the upper end, and
    /// at the left for the lower end.
    private func drawEnd(_ figure: Figure, into sketch: inout Sketch) {
        guard let limit = figure.state.limit else { return }
        let (look, apart) = (figure.endBar(measures, sketch.theme), measures.hairline)
        let x = limit == .most ? body.maxX + apart : body.minX - apart - look.width
        let height = min(field.height * 1.6, body.height)
        let bar = Rect(x: x, y: field.midY - height / 2, width: look.width, height: height).onWholePixels
        sketch.fill(bar, radius: sketch.theme.isMono ? 0 : look.width / 2, look.color)
    }

    func drawMoving(_ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch) {
        guard let number = figure.settings.number else { return }
        let value = figure.state.number
        let word = figure.state.hasValue ? number.texts.first { $0.at == value }?.text : "—"
        guard word == nil, !sketch.list.keepsTexts, let reading = places.reading(of: value) else {
            return drawWord(word, number, figure, texts, into: &sketch)
        }
        let font = font(texts.typeface)
        let theme = sketch.theme
        let strong = figure.isStale ? theme.secondary : theme.text
        let moved = moved(figure)
        // Leading zeros are faint if they are above the highest digit that the speed moves. Digits below the lowest
        // digit that the speed moves are faint, too. In a locked control, all leading zeros are faint, and no other
        // digits.
        let bright = figure.isLocked ? [] : moved
        let first = max(reading.first, bright.max() ?? reading.first)
        let last = bright.min() ?? -places.after
        func color(_ place: Int) -> Color { last <= place && place <= first ? strong : theme.secondary }
        for (column, digit) in zip(columns, reading.digits) {
            // With only two colours nothing can be faint, so faint leading zeros are omitted.
            if theme.isMono, column.place > first { continue }
            draw(
                DigitsLayout.digits[Int(digit)], at: column.x + columnWidth / 2, font, color(column.place),
                into: &sketch)
        }
        // The underlines are drawn with the digits, since a value without digits has no underlines. No hand moves a
        // locked control, so its underlines do not have the hand's colour.
        let underlines = figure.isLocked ? theme.secondary : theme.hand
        for place in moved {
            guard let box = underline(of: place) else { continue }
            sketch.fill(box, radius: theme.isMono ? 0 : box.height / 2, underlines)
        }
        if let sign, reading.sign != .none {
            let text = reading.sign == .minus ? "−" : "+"
            draw(text, at: sign, font.fitting(text, into: columnWidth), strong, into: &sketch)
        }
        if let point { draw(".", at: point, font, color(0), into: &sketch) }
        for middle in separators { draw(separator, at: middle, font, theme.secondary, into: &sketch) }
        if let unit { draw(unit, texts, strong, into: &sketch) }
    }

    private static let digits = (0...9).map { String($0) }

    /// The places that a detent of the current speed moves. A step that is finer or coarser than all places moves none.
    private func moved(_ figure: Figure) -> [Int] {
        guard isMoved, let step = figure.settings.speeds[figure.state.speed].step else { return [] }
        return places.moved(by: step).filter { -places.after..<places.before ~= $0 }
    }

    /// The font in which the widest digit fits into a column. A digit may be 6 % wider than its column, because its
    /// sides are empty.
    func font(_ typeface: Typeface) -> Font {
        let font = typeface.font(capital: capital)
        let widest = DigitsLayout.digits.max { font.width(of: $0) < font.width(of: $1) } ?? ""
        return font.fitting(widest, into: columnWidth * 1.06)
    }

    private func draw(_ text: String, at middle: Double, _ font: Font, _ color: Color, into sketch: inout Sketch) {
        let start = middle - font.width(of: text) / 2
        // With only two colours a text begins on a whole pixel.
        let x = sketch.theme.isMono ? start.rounded() : start
        sketch.add(text, font, at: Point(x: x, y: field.maxY), color)
    }

    private func draw(_ unit: Unit, _ texts: CellTexts, _ strong: Color, into sketch: inout Sketch) {
        let font = texts.typeface.font(capital: unit.capital).fitting(unit.text, into: unit.box.width)
        let color = unit.text == "°" ? strong : sketch.theme.secondary
        sketch.add(unit.text, font, at: Point(x: unit.box.minX, y: field.maxY), color)
    }

    /// Draws a value that has no digits in the fixed places: a word, or a number that needs more places. The text ends
    /// where the digits end, and is made smaller if it would not fit. The dash of a control without a value is in the
    /// middle. With `keepsTexts`, which only tests set, every value is added here as one text.
    private func drawWord(
        _ word: String?, _ number: NumberSettings, _ figure: Figure, _ texts: CellTexts, into sketch: inout Sketch
    ) {
        let value = figure.state.number
        let strong = figure.isStale ? sketch.theme.secondary : sketch.theme.text
        let shown = word ?? number.digits(of: value).withMinus
        guard !sketch.list.keepsTexts else {
            let text = word == nil && unit != nil ? "\(shown) \(unit?.text ?? "")" : shown
            return sketch.add(
                text, font(texts.typeface), at: Point(x: middle, y: field.maxY), alignment: .middle, strong)
        }
        guard figure.state.hasValue else { return draw(shown, at: middle, font(texts.typeface), strong, into: &sketch) }
        let largest = texts.typeface.font(capital: capital)
        var (text, font) = (shown, largest.fitting(shown, into: field.width))
        if word == nil, font.capHeight < DigitsLayout.leastCapital || font.width(of: text) > field.width {
            text = number.shortest(of: value)
            font = largest.fitting(text, into: field.width)
        }
        sketch.add(text, font, at: Point(x: field.maxX, y: field.maxY), alignment: .end, strong)
        if word == nil, let unit { draw(unit, texts, strong, into: &sketch) }
    }

    private static let leastCapital = 5.0
}

extension Font {
    /// This font, or a smaller one in which the text is no wider than `room`.
    fileprivate func fitting(_ text: String, into room: Double) -> Font {
        let width = width(of: text)
        return width <= room ? self : typeface.font(capital: capHeight * room / width)
    }
}
