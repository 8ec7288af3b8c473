import WheelCanvas
import WheelCore

/// A display list that is being filled, with a theme's colours. Everything is shifted by `offset`.
struct Sketch {
    var list: DisplayList
    private(set) var theme: Theme
    /// The shift of a page while pages change.
    var offset = Vector.zero
    /// Whether a shape has motion blur: it is drawn over all places that it has passed since the last frame. A further
    /// frame must then follow, which draws the shape sharp if it has stopped.
    var isSmeared = false

    /// `keepsTexts` is for tests, which read the texts.
    init(theme: Theme, keepsTexts: Bool = false) {
        self.theme = theme
        list = DisplayList(keepsTexts: keepsTexts)
    }

    mutating func add(_ shape: Shape, _ color: Color, under transform: AffineTransform = .identity) {
        let drawn = theme.isMono && transform == .identity ? shape.onWholePixels : shape
        list.add(drawn, color: color, transform: shifted(transform))
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

    /// Draws a plate with an edge inside `rect`.
    mutating func plate(
        _ rect: Rect, radius: Double, _ color: Color, edge width: Double, _ edge: Color,
        under transform: AffineTransform = .identity
    ) {
        fill(rect, radius: radius, edge, under: transform)
        fill(rect.inset(by: width), radius: max(0, radius - width), color, under: transform)
    }

    /// Draws four lines of this width along the inner side of the edges of `rect`, with sharp corners.
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

    /// Draws with the colours of another theme.
    mutating func draw(in other: Theme, _ body: (inout Sketch) -> Void) {
        let usual = theme
        theme = other
        body(&self)
        theme = usual
    }

    private func shifted(_ transform: AffineTransform) -> AffineTransform {
        offset == .zero ? transform : transform.then(.translation(by: offset))
    }
}

extension Shape {
    /// The shape for a screen with one bit per pixel: horizontal and vertical strokes are aligned to whole pixels, and
    /// no stroke has gaps.
    fileprivate var onWholePixels: Shape {
        switch self {
        case .roundedRectangle(let rect, let radius):
            guard rect.width > 0, rect.height > 0 else { return self }
            // A corner with a radius below 3 would lack one pixel or none, so such a corner is drawn sharp.
            return .roundedRectangle(rect.onPixels, radius: radius < 3 ? 0 : radius)
        case .capsule(let from, let to, let width):
            if from.x == to.x || from.y == to.y, from != to {
                let whole = max(1, width.rounded())
                let box = Rect(
                    x: min(from.x, to.x) - (from.x == to.x ? whole / 2 : 0),
                    y: min(from.y, to.y) - (from.y == to.y ? whole / 2 : 0),
                    width: from.x == to.x ? whole : abs(to.x - from.x),
                    height: from.y == to.y ? whole : abs(to.y - from.y))
                return .roundedRectangle(box.onPixels, radius: 0)
            }
            return .capsule(from: from, to: to, width: max(Shape.leastStroke, width))
        case .ringSector(let center, let inner, let outer, let start, let end):
            guard inner > 0, outer - inner < Shape.leastStroke else { return self }
            let middle = (inner + outer) / 2
            return .ringSector(
                center: center, inner: middle - Shape.leastStroke / 2, outer: middle + Shape.leastStroke / 2,
                from: start, to: end)
        case .disc: return self
        }
    }

    /// A stroke of this width covers at least half of one pixel in each column and row that it crosses.
    private static let leastStroke = 1.5
}

extension Rect {
    /// The rectangle aligned to whole pixels, at least one pixel wide and high.
    fileprivate var onPixels: Rect {
        let (left, top) = (minX.rounded(), minY.rounded())
        return Rect(
            x: left, y: top, width: max(1, width.rounded()), height: max(1, height.rounded()))
    }
}
