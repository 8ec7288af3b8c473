import WheelCanvas
import WheelGeometry
import WheelModel

/// The texts of a cell that stay, in their sizes, and the size of its value.
struct CellTexts {
    let title: FittedText
    let value: ValueText
    let places: TextPlaces

    init(_ settings: ControlSettings, _ places: TextPlaces, typeface: Typeface) {
        self.places = places
        title = FittedText(settings.label, in: places.titleText, pixels: places.titlePixels, typeface: typeface)
        value = ValueText(settings, in: places.value, pixels: places.valuePixels, typeface: typeface)
    }
}

/// Where the texts of a scene stand and how large they may be.
struct TextPlaces: Equatable, Sendable {
    var title: Rect
    var titlePixels: Double
    var titleAlignment = TextAlignment.middle
    /// Whether the sign of turning stands before the title.
    var hasTurnSign = false
    var value: Rect
    var valuePixels: Double
    /// The current speed's name.
    var speed: Rect?

    /// The title's own part.
    var titleText: Rect { hasTurnSign ? title.inset(left: signSpace, right: signSpace) : title }
    var signSpace: Double { min(titlePixels, title.height) * 1.1 }
}

extension CellTexts {
    func drawTitle(into sketch: inout Sketch) {
        let color = sketch.theme.secondary
        title.draw(into: &sketch, alignment: places.titleAlignment, color)
        guard places.hasTurnSign else { return }
        let size = title.font.capHeight
        drawTurnSign(
            center: Point(x: places.title.midX - title.width / 2 - size * 1.1, y: places.title.midY), size: size,
            into: &sketch, color)
    }

    /// An arrow that goes round clockwise.
    private func drawTurnSign(center: Point, size: Double, into sketch: inout Sketch, _ color: Color) {
        let (radius, width) = (size * 0.44, max(1, size * 0.13))
        sketch.add(
            .ringSector(
                center: center, inner: radius - width / 2, outer: radius + width / 2, from: .degrees(-15),
                to: .degrees(270)), color)
        // Its head at the top, where the ring ends.
        let tip = Point(x: center.x + size * 0.3, y: center.y - radius)
        let base = Point(x: center.x - size * 0.06, y: center.y - radius)
        sketch.add(
            polygon: [
                Point(x: base.x, y: base.y - size * 0.26), tip, Point(x: base.x, y: base.y + size * 0.26),
            ], color)
    }

    /// The name of the current speed, as small as a remark.
    func drawSpeed(_ name: String, into sketch: inout Sketch) {
        guard let box = places.speed else { return }
        let text = FittedText(
            name, in: box, pixels: title.font.pixels * 0.8, typeface: title.font.typeface, mayBreak: false)
        text.draw(into: &sketch, alignment: places.titleAlignment == .start ? .end : .middle, sketch.theme.accent)
    }
}
