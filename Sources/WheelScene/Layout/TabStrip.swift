import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The strip with the titles of all pages. The current page's title is marked.
struct TabStrip {
    private let tabs: [(tab: PageLayout.Tab, title: String)]

    private let regular: Font
    private let bold: Font
    private let measures: Measures

    init(_ tabs: [PageLayout.Tab], _ pages: [PageSettings], _ measures: Measures, typeface: Typeface) {
        self.measures = measures
        self.tabs = tabs.map { ($0, pages[$0.page].title) }
        let height = tabs.first?.rect.height ?? 0
        let free = min(measures.chip, height * 0.5)
        // All titles have the size of the widest one, down to half. Then they are shortened.
        let ruler = typeface.font(capital: free, weight: .bold)
        let share =
            zip(tabs, self.tabs).map { tab, titled in
                (tab.rect.width - 2 * measures.padding) / max(ruler.width(of: titled.title), 1)
            }.min() ?? 1
        let capital = free * min(1, max(share, 0.5))
        regular = typeface.font(capital: capital)
        bold = typeface.font(capital: capital, weight: .bold)
    }

    func draw(current: Int, into sketch: inout Sketch) {
        guard let first = tabs.first?.tab.rect, let last = tabs.last?.tab.rect else { return }
        let theme = sketch.theme
        let line = measures.hairline
        sketch.fill(Rect(x: first.minX, y: first.minY, width: last.maxX - first.minX, height: line), theme.edge)
        for (tab, title) in tabs {
            let isCurrent = tab.page == current
            let font = isCurrent ? bold : regular
            let shown = font.shortened(title, to: tab.rect.width - measures.padding)
            if isCurrent {
                let height = measures.focusStroke + 1
                let width = min(tab.rect.width, font.width(of: shown) + 2 * measures.pixels(2.7))
                sketch.fill(
                    Rect(x: tab.rect.midX - width / 2, y: tab.rect.minY - 1, width: width, height: height),
                    radius: height / 2, theme.accent)
            }
            sketch.add(
                shown, font, at: Point(x: tab.rect.midX, y: tab.rect.midY + font.capHeight / 2), alignment: .middle,
                isCurrent ? theme.text : theme.secondary)
        }
    }
}
