import WheelCanvas
import WheelCore
import WheelModel

/// The labels of a chart's positions, beside or inside the seats that represent these positions. All labels have the
/// same size. If any label beside the seats would be cut or would overlap another label, no labels are drawn.
struct CaptionTexts {
    private struct Caption {
        var text: String
        /// The box of the label before the chart is zoomed or turned.
        var box: Rect
        var alignment: TextAlignment
    }

    private let captions: [Caption]
    private let font: Font?
    private let isInside: Bool
    private let typeface: Typeface
    /// The font size of labels inside seats, in pixels before the chart is zoomed.
    private let pixels: Double

    static let least = 9.0

    init(_ settings: PositionSettings, _ layout: SeatLayout, typeface: Typeface) {
        self.typeface = typeface
        let labels = settings.positions.map(\.label)
        let most = 24 * layout.unit
        isInside = layout.captions == .inside
        switch layout.captions {
        case .none: (captions, font, pixels) = ([], nil, 0)
        case .inside:
            let box = layout.chart.shape.squab
            // Labels stay upright in seats that are turned, where they have less width.
            let isTurned = settings.layout != .rows
            let room = Size(
                width: (isTurned ? min(box.width, box.height * 1.3) : box.width) * 0.86, height: box.height)
            captions = labels.enumerated().map { number, label in
                let seat = layout.chart.seats[number]
                let middle = seat.transform.apply(to: box.center)
                return Caption(text: label, box: Rect(center: middle, size: room), alignment: .middle)
            }
            pixels = CaptionTexts.pixels(for: captions, most: most * 2, typeface)
            font = nil
        case .below:
            let (shape, reach) = (layout.chart.shape, layout.chart.reach)
            captions = labels.enumerated().map { number, label in
                let seat = layout.chart.seats[number]
                // The label is below the cursor's outline.
                let top = seat.center.y + shape.size.height / 2 + shape.size.width * 0.21
                return Caption(
                    text: label,
                    box: Rect(
                        x: seat.center.x - reach.width * 0.47, y: top, width: reach.width * 0.94,
                        height: shape.size.height * 0.42), alignment: .middle)
            }
            pixels = CaptionTexts.pixels(for: captions, most: most, typeface)
            font = pixels >= CaptionTexts.least ? typeface.font(pixels: FittedText.roundedDownToHalf(pixels)) : nil
        case .around, .beneath:
            var found: (captions: [Caption], font: Font)?
            var size = FittedText.roundedDownToHalf(most)
            while found == nil, size >= CaptionTexts.least {
                let font = typeface.font(pixels: size)
                let placed =
                    layout.captions == .around
                    ? CaptionTexts.around(labels, layout, font) : CaptionTexts.beneath(labels, layout, font)
                found = placed.map { ($0, font) }
                size = FittedText.roundedDownToHalf(size * 0.9)
            }
            captions = found?.captions ?? []
            font = found?.font
            pixels = 0
        }
    }

    func drawBeside(_ figure: Figure, _ zoom: Double, into sketch: inout Sketch) {
        guard !isInside, let font, zoom < 1.001 else { return }
        for (number, caption) in captions.enumerated() {
            let theme = sketch.theme
            let color =
                figure.isChosen(number) ? (figure.isOff(number) ? theme.text : theme.accent) : theme.secondary
            let x = caption.alignment.x(in: caption.box)
            sketch.add(
                caption.text, font, at: Point(x: x, y: caption.box.midY + font.capHeight / 2),
                alignment: caption.alignment, color)
        }
    }

    /// Draws the labels inside seats. With `chosen`, only the labels of chosen seats are drawn, otherwise all labels
    /// are drawn in the colour for free seats.
    func drawInside(
        _ figure: Figure, in layout: SeatLayout, _ zoom: Double, chosen: Bool, into sketch: inout Sketch
    ) {
        guard isInside else { return }
        // Only even font sizes are used, so that an animated zoom does not create a font for every size.
        let size = min((pixels * zoom / 2).rounded(.down) * 2, 40)
        guard size >= CaptionTexts.least else { return }
        let font = typeface.font(pixels: size)
        let theme = sketch.theme
        for (number, caption) in captions.enumerated() where !chosen || figure.isChosen(number) {
            let color = chosen ? (figure.isOff(number) ? theme.onOff : theme.onAccent) : theme.text
            let middle = figure.chart.apply(to: caption.box.center)
            let extent = Size(width: font.width(of: caption.text), height: font.lineHeight)
            guard layout.window.contains(Rect(center: middle, size: extent)) else { continue }
            sketch.add(
                caption.text, font, at: Point(x: middle.x, y: middle.y + font.capHeight / 2), alignment: .middle, color)
        }
    }

    /// The largest size, up to `most`, in which every text fits into its box.
    private static func pixels(for captions: [Caption], most: Double, _ typeface: Typeface) -> Double {
        let ruler = typeface.font(pixels: 64)
        return captions.reduce(most) { size, next in
            let width = ruler.width(of: next.text)
            return min(size, next.box.height * FittedText.emPerLine, width > 0 ? next.box.width / width * 64 : size)
        }
    }

    /// Labels below their seats, shifted into the window; `nil` if a label overlaps another label or a seat.
    private static func beneath(_ labels: [String], _ layout: SeatLayout, _ font: Font) -> [Caption]? {
        let seats = layout.chart.seats.map { $0.transform.bounds(of: layout.chart.shape.bounds) }
        var captions: [Caption] = []
        for (label, seat) in zip(labels, seats) {
            let size = Size(width: font.width(of: label) + 1, height: font.lineHeight)
            let spare = max(0, layout.window.width - size.width) / 2
            let x = min(max(seat.midX, layout.window.midX - spare), layout.window.midX + spare)
            let box = Rect(
                center: Point(
                    x: x,
                    y: seat.maxY + CaptionTexts.distance(font, layout) + size.height / 2 - font.pixels * 0.15),
                size: size)
            guard layout.window.contains(box), !captions.contains(where: { $0.box.intersects(box) }),
                !seats.contains(where: { $0.intersects(box) })
            else { return nil }
            captions.append(Caption(text: label, box: box, alignment: .middle))
        }
        return captions
    }

    /// The distance from a seat to its label. The cursor's outline is drawn between them, at 0.3 em from the label.
    private static func distance(_ font: Font, _ layout: SeatLayout) -> Double {
        let outline = layout.chart.shape.size.width * (SeatLayout.cursorDistance + 0.0225)
        return outline + font.pixels * 0.3
    }

    /// Labels outside of a ring, each in the direction of its seat; `nil` if two labels overlap, or if a label leaves
    /// the window.
    private static func around(_ labels: [String], _ layout: SeatLayout, _ font: Font) -> [Caption]? {
        guard case .sector(let center, _, let outer, _, _) = layout.chart.blocks.first?.form else { return nil }
        var captions: [Caption] = []
        for (number, label) in labels.enumerated() {
            let angle = layout.chart.seats[number].turn
            let size = Size(width: font.width(of: label) + 1, height: font.lineHeight)
            let distance = outer + distance(font, layout)
            let anchor = Point(x: center.x + distance * angle.sine, y: center.y - distance * angle.cosine)
            // The side of the box that faces the ring touches the anchor.
            let box = Rect(
                center: Point(
                    x: anchor.x + size.width / 2 * angle.sine.nearlySign,
                    y: anchor.y - size.height / 2 * angle.cosine), size: size)
            guard layout.window.contains(box), !captions.contains(where: { $0.box.intersects(box) }) else { return nil }
            captions.append(Caption(text: label, box: box, alignment: .middle))
        }
        return captions
    }
}

extension TextAlignment {
    func x(in box: Rect) -> Double { box.minX + box.width * share }
}

extension Double {
    /// 1.8 times the sine of a direction (this number), limited to ±1. The result is ±1 except for directions that are
    /// close to vertical.
    fileprivate var nearlySign: Double { Swift.min(1, Swift.max(-1, self * 1.8)) }
}
