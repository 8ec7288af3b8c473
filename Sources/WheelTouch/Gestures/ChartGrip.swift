import WheelCore
import WheelModel

/// The grip of one or two fingers on a chart. One finger drags the chart; two fingers zoom, pan and rotate it. The
/// chart stays under the fingers.
///
/// The start points and the present points of two fingers give one transform: the change of the fingers' distance is
/// the zoom, the change of their angle is the rotation, and the move of their centre is the pan. For example, if the
/// distance has grown from 100 to 200 pixels, the chart is twice as large, around the centre of the fingers. Each new
/// view is computed from the view and the points at the start. At a limit of zoom or pan the grip begins again, so that
/// moving back has an effect at once.
struct ChartGrip: Sendable {
    let window: ChartWindow
    /// The chart's view and the points of the fingers at the start. One finger counts as two fingers at the same point.
    private var start: AffineTransform
    private var first: Point
    private var second: Point
    /// The revision after the last move of this grip. If the chart's revision differs from it, something else has moved
    /// the chart.
    private var revision: UInt64
    /// The chart's view before the first move.
    private let before: AffineTransform

    /// Begins a drag at a point of the page.
    init(_ chart: ChartView, _ window: ChartWindow, _ finger: Point) {
        self.init(chart, window, finger, finger)
    }

    /// Begins a pinch at two points of the page.
    init(_ chart: ChartView, _ window: ChartWindow, _ first: Point, _ second: Point) {
        self.window = window
        start = chart.transform
        before = chart.transform
        self.first = window.toOwn.apply(to: first)
        self.second = window.toOwn.apply(to: second)
        revision = chart.revision
    }

    /// Restores the chart's view, unless something else has moved the chart since the grip's last move.
    func undo(_ chart: inout ChartView) {
        if chart.revision == revision { chart.see(through: before) }
    }

    private mutating func renew(_ chart: ChartView, _ first: Point, _ second: Point) {
        start = chart.transform
        self.first = first
        self.second = second
        revision = chart.revision
    }

    mutating func move(_ chart: inout ChartView, to finger: Point) { move(&chart, to: finger, finger) }

    mutating func move(_ chart: inout ChartView, to newFirst: Point, _ newSecond: Point) {
        let (newFirst, newSecond) = (window.toOwn.apply(to: newFirst), window.toOwn.apply(to: newSecond))
        if chart.revision != revision { renew(chart, first, second) }
        let (factor, isLimited) = allowed(ChartGrip.quotient(newSecond - newFirst, second - first))
        // The chart is zoomed and rotated around the centre of the fingers, and panned with that centre.
        let stretched = AffineTransform(a: factor.dx, b: factor.dy, c: -factor.dy, d: factor.dx, tx: 0, ty: 0)
        let center = stretched.apply(to: first.middle(to: second))
        let wanted = start.then(stretched).then(.translation(by: newFirst.middle(to: newSecond) - center))
        guard let back = wanted.inverse else { return }
        let kept = wanted.showing(back.apply(to: window.area.center), in: window.area)
        chart.see(through: kept)
        revision = chart.revision
        let isKeptBack = max((kept.tx - wanted.tx).magnitude, (kept.ty - wanted.ty).magnitude) > 1e-6
        if isLimited || isKeptBack { renew(chart, newFirst, newSecond) }
    }

    /// The rotation and scale between two vectors, as a complex number; 1 if a vector is too short.
    private static func quotient(_ new: Vector, _ old: Vector) -> Vector {
        let square = old.dx * old.dx + old.dy * old.dy
        guard square > 1e-6, new.dx * new.dx + new.dy * new.dy > 1e-6 else { return Vector(dx: 1, dy: 0) }
        return Vector(dx: new.dx * old.dx + new.dy * old.dy, dy: new.dy * old.dx - new.dx * old.dy) / square
    }

    /// The factor, with its scale limited to the allowed zoom and its rotation unchanged.
    private func allowed(_ factor: Vector) -> (factor: Vector, isLimited: Bool) {
        let zoom = start.zoom * factor.length
        let kept = min(max(zoom, ChartView.zooms.lowerBound), ChartView.zooms.upperBound)
        guard zoom != kept, zoom > 0 else { return (factor, false) }
        return (factor * (kept / zoom), true)
    }
}
