import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The texts of a cell in their sizes.
struct CellTexts {
    let title: FittedText
    let value: ValueText
    let places: TextPlaces
    /// The labels of the positions.
    let captions: CaptionTexts?

    init(_ settings: ControlSettings, _ scene: any Scene, typeface: Typeface) {
        let places = scene.textPlaces
        self.places = places
        captions = scene.captions(settings, typeface)
        title = FittedText(settings.label, in: places.titleText, pixels: places.titlePixels, typeface: typeface)
        value = ValueText(settings, in: places.value, pixels: places.valuePixels, typeface: typeface)
    }
}

/// The places and the largest sizes of a scene's texts.
struct TextPlaces: Equatable, Sendable {
    var title: Rect
    var titlePixels: Double
    var titleAlignment = TextAlignment.middle
    /// Whether an arrow that turns clockwise stands before the title.
    var hasTurnSign = false
    var value: Rect
    var valuePixels: Double
    /// The place of the current speed's name.
    var speed: Rect?

    /// The title's place without the arrow.
    var titleText: Rect {
        guard hasTurnSign else { return title }
        return title.inset(left: signSpace, right: titleAlignment == .start ? 0 : signSpace)
    }

    var signSpace: Double { min(titlePixels, title.height) * 1.1 }
}

extension CellTexts {
    func drawTitle(into sketch: inout Sketch) {
        let color = sketch.theme.secondary
        guard places.hasTurnSign else {
            title.draw(into: &sketch, alignment: places.titleAlignment, color)
            return
        }
        // The arrow and the title begin at the left together, or are centred together.
        let isLeft = places.titleAlignment == .start
        guard !sketch.list.keepsTexts else {
            // The output's own font has other widths, so the arrow is written as a character.
            title.draw(
                into: &sketch, alignment: places.titleAlignment, shiftedRight: isLeft ? 0 - places.signSpace : 0,
                after: "↻ ", color)
            return
        }
        let size = title.font.capHeight
        let gap = size * 0.6
        let x = isLeft ? places.title.minX + size / 2 : places.title.midX - (title.width + gap) / 2
        title.draw(
            into: &sketch, alignment: places.titleAlignment,
            shiftedRight: isLeft ? size + gap - places.signSpace : (size + gap) / 2, color)
        drawTurnSign(center: Point(x: x, y: places.title.midY), size: size, into: &sketch, color)
    }

    /// An arrow that turns clockwise.
    private func drawTurnSign(center: Point, size: Double, into sketch: inout Sketch, _ color: Color) {
        let (radius, width) = (size * 0.44, max(1, size * 0.13))
        sketch.add(
            .ringSector(
                center: center, inner: radius - width / 2, outer: radius + width / 2, from: .degrees(-15),
                to: .degrees(270)), color)
        // The arrowhead at the top, where the ring ends.
        let tip = Point(x: center.x + size * 0.3, y: center.y - radius)
        let base = Point(x: center.x - size * 0.06, y: center.y - radius)
        sketch.add(
            polygon: [
                Point(x: base.x, y: base.y - size * 0.26), tip, Point(x: base.x, y: base.y + size * 0.26),
            ], color)
    }

    /// The current speed's text, smaller than the title.
    func drawSpeed(_ figure: Figure, into sketch: inout Sketch) {
        guard let box = places.speed else { return }
        let shown = figure.settings.speeds[figure.state.speed]
        let text = speed(shown.label ?? shown.name, in: box)
        text.draw(into: &sketch, alignment: .end, sketch.theme.accent)
    }

    func speed(_ name: String, in box: Rect) -> FittedText {
        FittedText(
            name, in: box, pixels: max(title.font.pixels * 0.8, 7), typeface: title.font.typeface, mayBreak: false)
    }
}
