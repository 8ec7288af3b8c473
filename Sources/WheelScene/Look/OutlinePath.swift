import WheelCanvas
import WheelCore

/// The outline of a rounded rectangle, clockwise from the middle of its upper edge. A part of the outline can be drawn.
struct OutlinePath {
    private enum Leg {
        case line(Point, Point)
        /// A quarter of a circle about this centre, starting at this angle.
        case corner(Point, Angle)
    }

    private let legs: [Leg]
    private let radius: Double

    init(_ rect: Rect, radius: Double) {
        let radius = min(radius, rect.width / 2, rect.height / 2)
        self.radius = radius
        let inner = rect.inset(by: radius)
        let top = Point(x: rect.midX, y: rect.minY)
        legs = [
            .line(top, Point(x: inner.maxX, y: rect.minY)),
            .corner(Point(x: inner.maxX, y: inner.minY), .degrees(-90)),
            .line(Point(x: rect.maxX, y: inner.minY), Point(x: rect.maxX, y: inner.maxY)),
            .corner(Point(x: inner.maxX, y: inner.maxY), .zero),
            .line(Point(x: inner.maxX, y: rect.maxY), Point(x: inner.minX, y: rect.maxY)),
            .corner(Point(x: inner.minX, y: inner.maxY), .degrees(90)),
            .line(Point(x: rect.minX, y: inner.maxY), Point(x: rect.minX, y: inner.minY)),
            .corner(Point(x: inner.minX, y: inner.minY), .degrees(180)),
            .line(Point(x: inner.minX, y: rect.minY), top),
        ]
    }

    /// Draws the first `share` of the outline's length.
    func draw(
        to share: Double, width: Double, into sketch: inout Sketch, _ color: Color, under transform: AffineTransform
    ) {
        var left = legs.reduce(0) { $0 + length(of: $1) } * min(share, 1)
        for leg in legs {
            let length = length(of: leg)
            guard left > 0 else { return }
            let part = length > 0 ? min(1, left / length) : 1
            left -= length
            switch leg {
            case .line(let from, let to):
                sketch.add(.capsule(from: from, to: from + (to - from) * part, width: width), color, under: transform)
            case .corner(let center, let from):
                sketch.add(
                    .ringSector(
                        center: center, inner: max(0, radius - width / 2), outer: radius + width / 2, from: from,
                        to: from + .degrees(90 * part)), color, under: transform)
            }
        }
    }

    private func length(of leg: Leg) -> Double {
        switch leg {
        case .line(let from, let to): from.distance(to: to)
        case .corner: radius * .pi / 2
        }
    }
}
