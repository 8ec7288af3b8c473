import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The row above a cell's body: a padlock, the number of the input and the label at the left; the speed's label at the
/// right.
struct LabelRow {
    let font: Font
    private let bold: Font
    private let rect: Rect
    private let measures: Measures
    private let input: Int?
    private let label: String

    init(_ settings: ControlSettings, _ cell: PageLayout.Cell, _ measures: Measures, typeface: Typeface) {
        self.measures = measures
        rect = cell.frame.labelRow
        let capital = min(measures.label, rect.height * 0.62)
        font = typeface.font(capital: capital)
        bold = typeface.font(capital: capital, weight: .bold)
        input = cell.input
        label = settings.label
    }

    func draw(_ figure: Figure, isMarked: Bool, into sketch: inout Sketch) {
        let theme = sketch.theme
        var left = rect.minX
        let gap = font.capHeight * 0.5
        if figure.isLocked {
            let size = font.capHeight * 1.15
            sketch.padlock(
                in: Rect(x: left, y: rect.midY - size / 2, width: size, height: size), theme.secondary)
            left += size + gap
        }
        if let input {
            let text = "\(input)"
            let height = font.capHeight * 1.75
            let width = max(height, bold.width(of: text) + font.capHeight)
            let chip = Rect(x: left, y: rect.midY - height / 2, width: width, height: height).onWholePixels
            sketch.fill(chip, radius: measures.radius / 3, theme.raised)
            sketch.add(
                text, bold, at: Point(x: chip.midX, y: rect.midY + bold.capHeight / 2), alignment: .middle, theme.text)
            left += width + gap
        }
        let right = drawRight(figure, isMarked: isMarked, after: left + font.width(of: label) + 2 * gap, into: &sketch)
        let shown = font.shortened(label, to: right - left - (right < rect.maxX ? gap : 0))
        sketch.add(shown, font, at: Point(x: left, y: baseline), theme.secondary)
    }

    private var baseline: Double { rect.midY + font.capHeight / 2 }

    /// Draws the speed's label, if there is room for it behind the whole label. Returns where it begins.
    private func drawRight(
        _ figure: Figure, isMarked: Bool, after left: Double, into sketch: inout Sketch
    ) -> Double {
        let speeds = figure.settings.speeds
        guard speeds.count > 1, figure.settings.movedByHands, figure.settings.number != nil else { return rect.maxX }
        let speed = speeds[figure.state.speed]
        let text = speed.label ?? speed.name
        let width = font.width(of: text)
        guard rect.maxX - width >= left else { return rect.maxX }
        let color = isMarked ? sketch.theme.hand : sketch.theme.secondary
        sketch.add(text, font, at: Point(x: rect.maxX, y: baseline), alignment: .end, color)
        return rect.maxX - width
    }
}

extension Font {
    /// The text, or as much of its beginning as fits, with "…".
    func shortened(_ text: String, to room: Double) -> String {
        guard width(of: text) > room else { return text }
        var letters = Array(text)
        while !letters.isEmpty {
            letters.removeLast()
            while letters.last == " " { letters.removeLast() }
            let short = String(letters) + "…"
            if width(of: short) <= room { return letters.isEmpty ? "" : short }
        }
        return ""
    }
}

extension Sketch {
    /// A closed padlock that fills a square.
    mutating func padlock(in box: Rect, _ color: Color) {
        let size = box.height
        fill(
            Rect(x: box.midX - size * 0.4, y: box.minY + size * 0.42, width: size * 0.8, height: size * 0.58),
            radius: size * 0.1, color)
        let (bow, radius, width) = (Point(x: box.midX, y: box.minY + size * 0.3), size * 0.22, max(1.2, size * 0.12))
        add(
            .ringSector(
                center: bow, inner: radius - width / 2, outer: radius + width / 2, from: .degrees(180), to: .turn),
            color)
        for side in [-radius, radius] {
            line(
                from: Point(x: bow.x + side, y: bow.y), to: Point(x: bow.x + side, y: box.minY + size * 0.5),
                width: width, color)
        }
    }
}
