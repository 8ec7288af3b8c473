import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The strip with the titles of all pages. The current page's title is marked, and says which of its screens is shown.
struct TabStrip {
    private let tabs: [PageLayout.Tab]
    private let regular: Font
    private let bold: Font
    private let measures: Measures

    init(_ tabs: [PageLayout.Tab], _ measures: Measures, typeface: Typeface) {
        self.measures = measures
        self.tabs = tabs
        let height = tabs.first?.rect.height ?? 0
        let free = min(measures.chip, height * 0.5)
        // All titles have the size of the widest one, down to half. Then they are shortened.
        let ruler = typeface.font(capital: free, weight: .bold)
        let share =
            tabs.map { tab in
                (tab.rect.width - 2 * measures.padding) / max(ruler.width(of: tab.title + tab.suffix), 1)
            }.min() ?? 1
        let capital = free * min(1, max(share, 0.5))
        regular = typeface.font(capital: capital)
        bold = typeface.font(capital: capital, weight: .bold)
    }

    func draw(into sketch: inout Sketch) {
        guard let first = tabs.first?.rect, let last = tabs.last?.rect else { return }
        let theme = sketch.theme
        let line = measures.hairline
        sketch.fill(Rect(x: first.minX, y: first.minY, width: last.maxX - first.minX, height: line), theme.edge)
        for tab in tabs {
            let font = tab.isCurrent ? bold : regular
            let room = tab.rect.width - measures.padding - font.width(of: tab.suffix)
            let shown = font.shortened(tab.title, to: room) + tab.suffix
            if tab.isCurrent {
                let height = measures.focusStroke + 1
                let width = min(tab.rect.width, font.width(of: shown) + 2 * measures.pixels(2.7))
                sketch.fill(
                    Rect(x: tab.rect.midX - width / 2, y: tab.rect.minY - 1, width: width, height: height),
                    radius: height / 2, theme.accent)
            }
            sketch.add(
                shown, font, at: Point(x: tab.rect.midX, y: tab.rect.midY + font.capHeight / 2), alignment: .middle,
                tab.isCurrent ? theme.text : theme.secondary)
        }
    }
}

extension PageLayout.Tab {
    /// What stands behind the title.
    fileprivate var suffix: String { screen.map { title.isEmpty ? $0 : " " + $0 } ?? "" }
}
