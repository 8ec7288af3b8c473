import WheelCanvas
import WheelCore
import WheelModel

/// The strip with the titles of the pages. The current page's title is marked, and is followed by the number of the
/// screen that is shown.
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
        // All titles have the size at which the widest one fits, but at least the size of the smallest words. Titles
        // that are still too wide are shortened.
        let ruler = typeface.font(capital: free, weight: .bold)
        let share =
            tabs.filter { $0.arrow == nil }.map { tab in
                (tab.rect.width - 2 * measures.padding) / max(ruler.width(of: tab.title + tab.suffix), 1)
            }.min() ?? 1
        let capital = min(free, max(free * share, measures.pixels(2.2)))
        regular = typeface.font(capital: capital)
        bold = typeface.font(capital: capital, weight: .bold)
    }

    func draw(into sketch: inout Sketch) {
        guard let first = tabs.first?.rect, let last = tabs.last?.rect else { return }
        let theme = sketch.theme
        let line = measures.hairline
        sketch.fill(Rect(x: first.minX, y: first.minY, width: last.maxX - first.minX, height: line), theme.edge)
        for tab in tabs {
            if let arrow = tab.arrow {
                drawArrow(arrow, in: tab.rect, into: &sketch)
                continue
            }
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

    private func drawArrow(_ arrow: PageLayout.Tab.Arrow, in rect: Rect, into sketch: inout Sketch) {
        let reach = regular.capHeight / 2
        let tip = Point(x: rect.midX + (arrow == .forward ? reach : -reach) / 2, y: rect.midY)
        for y in [rect.midY - reach, rect.midY + reach] {
            let end = Point(x: 2 * rect.midX - tip.x, y: y)
            sketch.line(from: tip, to: end, width: measures.focusStroke, sketch.theme.secondary)
        }
    }
}

extension PageLayout.Tab {
    /// The text after the title: the number of the screen.
    fileprivate var suffix: String { screen.map { title.isEmpty ? $0 : " " + $0 } ?? "" }
}
