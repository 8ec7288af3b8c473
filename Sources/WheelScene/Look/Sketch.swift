import WheelCanvas
import WheelGeometry

/// A display list that is being filled, with a theme's colours. Everything is shifted by `offset`.
struct Sketch {
    var list: DisplayList
    let theme: Theme
    /// The shift of a page while pages change.
    var offset = Vector.zero

    /// `keepsTexts` is for outputs that write text themselves.
    init(theme: Theme, keepsTexts: Bool = false) {
        self.theme = theme
        list = DisplayList(keepsTexts: keepsTexts)
    }

    mutating func add(_ shape: Shape, _ color: Color, under transform: AffineTransform = .identity) {
        list.add(shape, color: color, transform: shifted(transform))
    }

    mutating func add(polygon corners: [Point], _ color: Color, under transform: AffineTransform = .identity) {
        list.add(polygon: corners, color: color, transform: shifted(transform))
    }

    mutating func line(from start: Point, to end: Point, width: Double, _ color: Color) {
        add(.capsule(from: start, to: end, width: width), color)
    }

    mutating func fill(
        _ rect: Rect, radius: Double = 0, _ color: Color, under transform: AffineTransform = .identity
    ) {
        add(.roundedRectangle(rect, radius: radius), color, under: transform)
    }

    /// Four lines of this width along the inner side of the edges of `rect`, with sharp corners.
    mutating func frame(_ rect: Rect, width: Double, _ color: Color) {
        fill(Rect(x: rect.minX, y: rect.minY, width: rect.width, height: width), color)
        fill(Rect(x: rect.minX, y: rect.maxY - width, width: rect.width, height: width), color)
        let inner = rect.inset(top: width, bottom: width)
        fill(Rect(x: rect.minX, y: inner.minY, width: width, height: inner.height), color)
        fill(Rect(x: rect.maxX - width, y: inner.minY, width: width, height: inner.height), color)
    }

    mutating func add(
        _ text: String, _ font: Font, at place: Point, alignment: TextAlignment = .start, _ color: Color
    ) {
        list.add(text, font: font, at: place + offset, alignment: alignment, color: color)
    }

    private func shifted(_ transform: AffineTransform) -> AffineTransform {
        offset == .zero ? transform : transform.then(.translation(by: offset))
    }
}
