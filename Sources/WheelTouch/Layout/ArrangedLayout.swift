import WheelCore
import WheelModel

/// A touch layout that is prepared for hit testing, with inverse transforms and the windows of charts.
struct ArrangedLayout: Sendable {
    let size: Size
    /// The transform from the display to the page.
    let toPage: AffineTransform
    private(set) var swipes: SwipePages
    let display: Int
    let isBank: Bool
    private var targets: [ArrangedTarget]
    private var windows: [ChartWindow]

    init(_ layout: TouchLayout, ramps: [RampSettings]) {
        size = layout.size
        toPage = layout.pageTransform.inverse ?? .identity
        swipes = layout.swipes
        display = layout.display
        isBank = layout.isBank
        let windows = layout.targets.compactMap { ChartWindow($0) }
        self.windows = windows
        targets = layout.targets.compactMap { target in
            guard let toOwn = target.transform.inverse else { return nil }
            let control = target.kind.control(ramps: ramps)
            return ArrangedTarget(
                kind: target.kind, area: target.area, toOwn: toOwn, control: control,
                isPartOfChart: target.kind.traits.isPartOfChart,
                window: windows.firstIndex { $0.control == control })
        }
    }

    /// The layout after a change of the settings: with the new indices of controls, ramps and pages, and without the
    /// targets whose control, ramp or page does not continue (`Continuity`).
    func moved(_ places: Continuity) -> ArrangedLayout {
        var next = self
        next.swipes = places.swipes(swipes)
        next.windows = windows.compactMap { window in
            var window = window
            guard let control = places.controls[window.control] else { return nil }
            window.control = control
            return window
        }
        next.targets = targets.compactMap { target in
            guard var target = target.moved(places) else { return nil }
            let control = target.control
            target.window = next.windows.firstIndex { $0.control == control }
            return target
        }
        return next
    }

    func window(of control: Int?) -> ChartWindow? { windows.first { $0.control == control } }

    /// The topmost target at a point of the page. `chart` returns the view of a control's chart.
    func target(at place: Point, chart: (_ control: Int) -> AffineTransform) -> ArrangedTarget? {
        // There may be hundreds of seats but only a few charts, so the inverse of a chart's view is computed once for
        // successive seats of this chart.
        var known: (window: Int, place: Point?)?
        for target in targets.reversed() {
            var seen: Point? = place
            if target.isPartOfChart, let window = target.window {
                if known?.window != window {
                    known = (window, windows[window].laidOut(place, chart: chart(windows[window].control)))
                }
                seen = known?.place
            }
            if let seen, target.area.contains(target.toOwn.apply(to: seen)) { return target }
        }
        return nil
    }
}

struct ArrangedTarget: Sendable {
    var kind: TouchKind
    let area: Rect
    /// The transform from the page to the target's own coordinates.
    let toOwn: AffineTransform
    var control: Int?
    let isPartOfChart: Bool
    /// The index of the chart window of the target's control; `nil` if the control has no chart.
    var window: Int?

    func moved(_ places: Continuity) -> ArrangedTarget? {
        guard let kind = kind.moved(places) else { return nil }
        var next = self
        next.kind = kind
        next.control = control.flatMap { places.controls[$0] }
        return next
    }
}

/// The area in which a chart of positions is visible.
struct ChartWindow: Sendable {
    var control: Int
    let area: Rect
    /// The transforms from the page to the chart's coordinates, and back.
    let toOwn: AffineTransform
    let toPage: AffineTransform

    init?(_ target: TouchTarget) {
        guard case .chart(let control) = target.kind, let toOwn = target.transform.inverse else { return nil }
        self.control = control
        area = target.area
        self.toOwn = toOwn
        toPage = target.transform
    }

    /// The place on the page to which the chart's point at `place` returns if the chart's view is reset; `nil` outside
    /// the window.
    fileprivate func laidOut(_ place: Point, chart: AffineTransform) -> Point? {
        let own = toOwn.apply(to: place)
        guard area.contains(own), let back = chart.inverse else { return nil }
        return toPage.apply(to: back.apply(to: own))
    }
}
