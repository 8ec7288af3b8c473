import WheelCore
import WheelModel

/// What a display shows beside the values: how far its charts are zoomed, and its lists and its chooser scrolled. Each display
/// has its own.
public struct DisplayView: Equatable, Sendable {
    /// The charts that have been moved, by the index of their control.
    private var charts: [Int: ChartView] = [:]
    /// The chips that are scrolled: those of lists after a drag, and those of the chooser.
    var scrolled: [ScrolledChips] = [] {
        didSet { revision &+= 1 }
    }
    /// When the chooser has opened or closed. Fingers that come down too soon afterwards were meant for what was there before.
    var chooserChangedAt: Instant?
    /// Incremented when anything is moved, opened or closed, so that its display detects it.
    public private(set) var revision: UInt64 = 0

    public init() {}

    /// The view of a control's chart of positions.
    public internal(set) subscript(chart control: Int) -> ChartView {
        get { charts[control] ?? ChartView() }
        set {
            charts[control] = newValue
            revision &+= 1
        }
    }

    public var chooser: ScrolledChips? { scrolled.first { $0.rows.place == .chooser } }

    /// How far a control's list is scrolled; `nil` while it shows its chosen row.
    public func listScroll(of control: Int) -> Scroll? {
        scrolled.first { $0.control == control && $0.rows.place == .list }?.scroll
    }

    /// The index of these rows in `scrolled`.
    func index(of place: ChipRows.Place, _ control: Int) -> Int? {
        scrolled.firstIndex { $0.control == control && $0.rows.place == place }
    }

    /// The view with new indices of controls, without what belongs to controls that are gone. `scrolls` says which chips stay
    /// scrolled.
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
