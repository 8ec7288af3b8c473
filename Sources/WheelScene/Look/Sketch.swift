import WheelCanvas
import WheelGeometry

/// A display list under way: shapes and text in the colours of a theme, all of it shifted by `offset`.
struct Sketch {
    var list: DisplayList
    let theme: Theme
    /// Where pages stand while they change.
    var offset = Vector.zero

    /// `keepsTexts`: for displays that write text by themselves.
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

    /// Four lines that run inside the edges of `rect`, `width` wide, with sharp corners.
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
