import WheelCore
import WheelModel

/// The view of a chart of positions: its zoom, pan and rotation, in the coordinates of its touch target.
public struct ChartView: Equatable, Sendable {
    /// The transform from the chart's layout to the visible chart.
    public private(set) var transform = AffineTransform.identity
    public private(set) var revision: UInt64 = 0
    /// Counts the changes by taps. Displays animate such changes.
    public private(set) var jumps: UInt32 = 0

    public var zoom: Double { transform.zoom }

    static let zooms = 1.0...8.0

    mutating func see(through transform: AffineTransform) {
        guard transform != self.transform else { return }
        self.transform = transform
        revision &+= 1
    }

    /// Changes the view after a tap.
    mutating func jump(to transform: AffineTransform) {
        guard transform != self.transform else { return }
        see(through: transform)
        jumps &+= 1
    }

    /// The view in which `part` of the chart fills `area`. The zoom is limited, so a small part is shown with its
    /// surroundings.
    static func zoomed(to part: Rect, in area: Rect) -> AffineTransform? {
        let zoom = min(area.width / part.width, area.height / part.height)
        guard zoom.isFinite else { return nil }
        let factor = min(max(zoom, zooms.lowerBound), zooms.upperBound)
        return AffineTransform.scale(by: factor).showing(part.center, in: area)
    }
}

extension AffineTransform {
    /// The factor by which the transform scales lengths, if it is the same in all directions.
    var zoom: Double { (a * d - b * c).magnitude.squareRoot() }

    /// The view with the same zoom and rotation, and with the chart's point `center` as near to the middle of `area` as
    /// possible. The visible part stays inside the chart. In a direction in which the whole chart is visible, the chart
    /// is centred.
    func showing(_ center: Point, in area: Rect) -> AffineTransform {
        let linear = AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
        guard let back = linear.inverse else { return .identity }
        let seen = back.bounds(of: area).size
        let kept = Point(
            x: AffineTransform.inside(center.x, area.minX, area.maxX, margin: seen.width / 2),
            y: AffineTransform.inside(center.y, area.minY, area.maxY, margin: seen.height / 2))
        let way = area.center - linear.apply(to: kept)
        return AffineTransform(a: a, b: b, c: c, d: d, tx: way.dx, ty: way.dy)
    }

    private static func inside(_ value: Double, _ lower: Double, _ upper: Double, margin: Double) -> Double {
        guard upper - lower > 2 * margin else { return lower + (upper - lower) / 2 }
        return min(max(value, lower + margin), upper - margin)
    }
}
