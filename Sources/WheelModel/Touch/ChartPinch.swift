import WheelGeometry

/// Two fingers that zoom, pan and turn a chart, all at once: the chart stays under both of them.
struct ChartPinch: Sendable {
    let window: ChartWindow
    /// The view that was taken in hand, and where the fingers were then.
    private var start: AffineTransform
    private var first: Point
    private var second: Point
    /// The chart after the last move of this pinch: when it is another, somebody else has moved it.
    private var revision: UInt64

    /// Takes a chart in hand by two places of the page.
    init(_ chart: ChartView, _ window: ChartWindow, _ first: Point, _ second: Point) {
        self.window = window
        start = chart.transform
        self.first = window.toOwn.apply(to: first)
        self.second = window.toOwn.apply(to: second)
        revision = chart.revision
    }

    private mutating func renew(_ chart: ChartView, _ first: Point, _ second: Point) {
        start = chart.transform
        self.first = first
        self.second = second
        revision = chart.revision
    }

    /// Moves the chart to where the fingers lead it, as far as it may go.
    mutating func move(_ chart: inout ChartView, to newFirst: Point, _ newSecond: Point) {
        let (newFirst, newSecond) = (window.toOwn.apply(to: newFirst), window.toOwn.apply(to: newSecond))
        if chart.revision != revision { renew(chart, first, second) }
        let (factor, isLimited) = allowed(ChartPinch.quotient(newSecond - newFirst, second - first))
        // About the centre of the fingers, which takes the chart along.
        let stretched = AffineTransform(a: factor.dx, b: factor.dy, c: -factor.dy, d: factor.dx, tx: 0, ty: 0)
        let center = stretched.apply(to: first.middle(to: second))
        let wanted = start.then(stretched).then(.translation(by: newFirst.middle(to: newSecond) - center))
        guard let back = wanted.inverse else { return }
        let kept = wanted.showing(back.apply(to: window.area.center), in: window.area)
        chart.see(through: kept)
        revision = chart.revision
        let isKeptBack = max((kept.tx - wanted.tx).magnitude, (kept.ty - wanted.ty).magnitude) > 1e-6
        // Turning back from where it may not go moves at once.
        if isLimited || isKeptBack { renew(chart, newFirst, newSecond) }
    }

    /// The turn and stretch that lead from one way to another, as a complex number; one where that cannot be told.
    private static func quotient(_ new: Vector, _ old: Vector) -> Vector {
        let square = old.dx * old.dx + old.dy * old.dy
        guard square > 1e-6, new.dx * new.dx + new.dy * new.dy > 1e-6 else { return Vector(dx: 1, dy: 0) }
        return Vector(dx: new.dx * old.dx + new.dy * old.dy, dy: new.dy * old.dx - new.dx * old.dy) / square
    }

    /// The same turn with no more stretch than the chart may have.
    private func allowed(_ factor: Vector) -> (factor: Vector, isLimited: Bool) {
        let zoom = start.zoom * factor.length
        let kept = min(max(zoom, ChartView.zooms.lowerBound), ChartView.zooms.upperBound)
        guard zoom != kept, zoom > 0 else { return (factor, false) }
        return (factor * (kept / zoom), true)
    }
}
