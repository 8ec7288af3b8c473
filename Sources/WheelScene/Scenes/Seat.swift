import WheelGeometry

/// The place of one position on a chart: where its middle is, and how far it is turned from upright.
struct Seat: Equatable, Sendable {
    let center: Point
    let turn: Angle
    /// Which block it belongs to.
    let block: Int

    /// From an upright seat about the origin to its place.
    var transform: AffineTransform {
        AffineTransform.rotation(by: turn).then(.translation(by: center - .zero))
    }
}

/// A seat's three parts, upright about the origin: a back, a squab and a rod, 1/3 : 1/2 : 1/6 of the height that the
/// spaces of 1/10 between them leave.
struct SeatShape: Equatable, Sendable {
    let size: Size
    let parts: [Rect]

    init(width: Double, height: Double) {
        size = Size(width: width, height: height)
        let space = height / 10
        let solid = height - 2 * space
        var top = -height / 2
        var parts: [Rect] = []
        for (share, breadth) in [(1.0 / 3, 1.0), (1.0 / 2, 0.84), (1.0 / 6, 0.4)] {
            let part = Rect(x: -width * breadth / 2, y: top, width: width * breadth, height: solid * share)
            parts.append(part)
            top = part.maxY + space
        }
        self.parts = parts
    }

    var bounds: Rect { Rect(center: .zero, size: size) }
    var squab: Rect { parts[1] }

    func radius(of part: Rect) -> Double { min(part.width, part.height) * 0.3 }
}

/// A part of a chart that is zoomed to as a whole, and drawn as one where its seats would be too small to see.
struct SeatBlock: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case rectangle
        /// About the chart's centre, angles clockwise from straight above.
        case sector(center: Point, inner: Double, outer: Double, from: Angle, to: Angle)
    }

    let form: Form
    /// Around all of it.
    let bounds: Rect
}
