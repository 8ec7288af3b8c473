import WheelGeometry

/// How a chart of positions is seen: zoomed, panned and turned. Coordinates are those of its touch target.
public struct ChartView: Equatable, Sendable {
    /// From the chart as it is laid out to the chart as it is seen.
    public private(set) var transform = AffineTransform.identity
    /// Grows with each change, so that who draws it sees that there is one.
    public private(set) var revision: UInt64 = 0
    /// Grows with each change that a display shows as a motion: one by a tap.
    public private(set) var jumps: UInt32 = 0

    /// How many times larger than it is laid out.
    public var zoom: Double { transform.zoom }

    static let zooms = 1.0...8.0

    mutating func see(through transform: AffineTransform) {
        guard transform != self.transform else { return }
        self.transform = transform
        revision &+= 1
    }

    /// Sees through another transform that no finger leads to step by step.
    mutating func jump(to transform: AffineTransform) {
        guard transform != self.transform else { return }
        see(through: transform)
        jumps &+= 1
    }

    /// The view that fills `area` with `part` of the chart, or with its surroundings where it is too small.
    static func zoomed(to part: Rect, in area: Rect) -> AffineTransform? {
        let zoom = min(area.width / part.width, area.height / part.height)
        guard zoom.isFinite else { return nil }
        let factor = min(max(zoom, zooms.lowerBound), zooms.upperBound)
        return AffineTransform.scale(by: factor).showing(part.center, in: area)
    }
}

extension AffineTransform {
    /// The factor by which lengths grow, where they do so in all directions alike.
    var zoom: Double { (a * d - b * c).magnitude.squareRoot() }

    /// The view of the same zoom and turn that has `center` of the chart in the middle of `area`, or what lies nearest
    /// to it so that the chart does not leave the area: what is seen lies inside the chart, and in a direction where
    /// all of the chart is seen, in its middle.
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
