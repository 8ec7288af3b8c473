public import WheelSettings

/// What never changes between two configurations, held once for all states of a display.
public final class Instrument: Sendable {
    public let settings: PanelSettings
    /// The pages that this display shows, in their order.
    let pages: [Int]

    /// For the display of this index.
    public init(_ settings: PanelSettings, display: Int = 0) {
        self.settings = settings
        pages = settings.pages.indices.filter { settings.pages[$0].display ?? display == display }
        var ramps = [Int?](repeating: nil, count: settings.controls.count)
        for (index, ramp) in settings.ramps.enumerated() where ramps[ramp.control] == nil {
            ramps[ramp.control] = index
        }
        self.ramps = ramps
    }

    /// Of each control.
    private let ramps: [Int?]

    /// The first of the named ramps that move a control.
    func ramp(of control: Int) -> Int? { ramps[control] }

    /// What the display shows while `page` is the panel's. A page of another display leaves its picture as it is.
    func view(of page: Int?, before: SceneView? = nil) -> SceneView {
        if let page, pages.contains(page) { return .page(page) }
        return before ?? pages.first.map { .page($0) } ?? .all
    }
}
