import WheelCore

/// The place of one position on a chart: its centre, and its angle from upright.
struct Seat: Equatable, Sendable {
    let center: Point
    let turn: Angle
    /// The slope of the seat's upright lines in perspective: pixels to the right for each pixel down.
    var lean = 0.0
    /// The index of the seat's block.
    let block: Int

    /// Maps an upright seat at the origin to its place.
    var transform: AffineTransform {
        AffineTransform.rotation(by: turn)
            .then(AffineTransform(a: 1, b: 0, c: lean, d: 1, tx: center.x, ty: center.y))
    }
}

/// The three parts of an upright seat at the origin: back, squab and rod. Each space between these parts is 1/10 of the
/// height. The parts are 1/3, 1/2 and 1/6 of the remaining height.
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

/// A group of seats in a chart. A tap zooms to the block. While the seats of a block would be too small, the block is
/// drawn as one shape.
struct SeatBlock: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case rectangle
        /// A part of a ring. Angles are clockwise from the top.
        case sector(center: Point, inner: Double, outer: Double, from: Angle, to: Angle)
    }

    let form: Form
    /// The smallest rectangle around the block.
    let bounds: Rect
}
