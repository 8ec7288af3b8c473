import WheelCore
import WheelModel

/// The view state of one display: the zoom of its charts, and the scrolling of its lists and its chooser.
public struct DisplayView: Equatable, Sendable {
    /// The charts that were moved, by the index of the control.
    private var charts: [Int: ChartView] = [:]
    var scrolled: [ScrolledChips] = [] {
        didSet { revision &+= 1 }
    }
    /// When the chooser last opened or closed.
    var chooserChangedAt: Instant?
    public private(set) var revision: UInt64 = 0

    public init() {}

    public internal(set) subscript(chart control: Int) -> ChartView {
        get { charts[control] ?? ChartView() }
        set {
            charts[control] = newValue
            revision &+= 1
        }
    }

    public var chooser: ScrolledChips? { scrolled.first { $0.rows.place == .chooser } }

    /// How far a control's list is scrolled; `nil` while the list shows its chosen row.
    public func listScroll(of control: Int) -> Scroll? {
        scrolled.first { $0.control == control && $0.rows.place == .list }?.scroll
    }

    func index(of place: ChipRows.Place, _ control: Int) -> Int? {
        scrolled.firstIndex { $0.control == control && $0.rows.place == place }
    }

    /// The state after a change of the settings, with the new indices of controls. `scrolls` has the new index of each
    /// control whose chips stay scrolled.
    func continued(charts newCharts: [Int?], scrolls: [Int?]) -> DisplayView {
        var next = self
        next.charts = [:]
        for (control, chart) in charts {
            if let place = newCharts[control] { next.charts[place] = chart }
        }
        next.scrolled = scrolled.compactMap { chips in
            guard let place = scrolls[chips.control] else { return nil }
            var chips = chips
            chips.control = place
            return chips
        }
        return next
    }
}
