public import WheelSettings

/// The settings of an instrument, which all states of a display share until the configuration changes.
public final class Instrument: Sendable {
    public let settings: PanelSettings
    /// The indices of the pages that this display shows, in their order.
    let pages: [Int]

    /// For the display with this index.
    public init(_ settings: PanelSettings, display: Int = 0) {
        self.settings = settings
        pages = settings.pages.indices.filter { settings.pages[$0].display ?? display == display }
        var ramps = [Int?](repeating: nil, count: settings.controls.count)
        for (index, ramp) in settings.ramps.enumerated() where ramps[ramp.control] == nil {
            ramps[ramp.control] = index
        }
        self.ramps = ramps
    }

    /// The first ramp of the configuration for each control.
    private let ramps: [Int?]

    /// The index of the first ramp of the configuration that moves this control.
    func ramp(of control: Int) -> Int? { ramps[control] }

    /// The view while `page` is the panel's page. If it is a page of another display, the view stays as it was before.
    func view(of page: Int?, before: SceneView? = nil) -> SceneView {
        if let page, pages.contains(page) { return .page(page) }
        return before ?? pages.first.map { .page($0) } ?? .all
    }

    /// The view that a display keeps when the configuration changes from that of `other`: the page of the same name, if the
    /// display still shows it.
    public func view(after before: SceneView, of other: Instrument) -> SceneView? {
        switch before {
        case .all: return pages.isEmpty ? .all : nil
        case .page(let page):
            let name = other.settings.pages[page].name
            return pages.first { settings.pages[$0].name == name }.map { .page($0) }
        case .control: return nil
        }
    }
}
