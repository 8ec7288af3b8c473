import WheelCanvas
import WheelCore

/// Drawing through a window. The canvas cannot clip, so a shape that crosses the window's edge is drawn as a clipped
/// polygon.
extension Sketch {
    mutating func fill(
        _ rect: Rect, radius: Double, _ color: Color, under transform: AffineTransform, through window: Rect
    ) {
        let bounds = transform.bounds(of: rect)
        if window.contains(bounds) {
            fill(rect, radius: radius, color, under: transform)
        } else if window.intersects(bounds) {
            add(polygon: Polygon.rounded(rect, radius: radius).map { transform.apply(to: $0) }, color, within: window)
        }
    }

    /// Draws the part of a convex polygon that lies in the window.
    mutating func add(polygon corners: [Point], _ color: Color, within window: Rect) {
        let left = Polygon.clipped(corners, to: window)
        if left.count > 2 { add(polygon: left, color) }
    }
}

enum Polygon {
    static func rounded(_ rect: Rect, radius: Double) -> [Point] {
        let radius = min(radius, rect.width / 2, rect.height / 2)
        guard radius > 0 else { return corners(rect) }
        let inner = corners(rect.inset(by: radius))
        let steps = 6
        return inner.enumerated().flatMap { number, corner in
            (0...steps).map { step in
                // Each corner is a quarter of a circle. The first corner is the upper left one.
                let angle = Angle(degrees: 180 + 90 * Double(number) + 90 * Double(step) / Double(steps))
                return Point(x: corner.x + radius * angle.cosine, y: corner.y + radius * angle.sine)
            }
        }
    }

    static func corners(_ rect: Rect) -> [Point] {
        [
            rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
            Point(x: rect.minX, y: rect.maxY),
        ]
    }

    static func clipped(_ corners: [Point], to window: Rect) -> [Point] {
        let byLeft = cut(corners) { $0.x - window.minX }
        let byRight = cut(byLeft) { window.maxX - $0.x }
        let byTop = cut(byRight) { $0.y - window.minY }
        return cut(byTop) { window.maxY - $0.y }
    }

    /// The part of a convex polygon where `inside` is not negative. `inside` is the signed distance to a straight line.
    private static func cut(_ corners: [Point], inside: (Point) -> Double) -> [Point] {
        var kept: [Point] = []
        for (index, corner) in corners.enumerated() {
            let before = corners[index == 0 ? corners.count - 1 : index - 1]
            let (there, here) = (inside(before), inside(corner))
            if (there < 0) != (here < 0) { kept.append(before + (corner - before) * (there / (there - here))) }
            if here >= 0 { kept.append(corner) }
        }
        return kept
    }
}
