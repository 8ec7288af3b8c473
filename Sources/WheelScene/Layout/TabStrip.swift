import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The strip with the titles of all pages. The current page's title is marked.
struct TabStrip {
    let tabs: [(tab: PageLayout.Tab, title: FittedText)]

    init(_ tabs: [PageLayout.Tab], _ pages: [PageSettings], typeface: Typeface) {
        func titles(pixels: Double) -> [FittedText] {
            tabs.map { tab in
                let box = tab.rect.inset(left: tab.rect.height * 0.2, right: tab.rect.height * 0.2)
                return FittedText(
                    pages[tab.page].title, in: box, pixels: pixels, typeface: typeface, mayBreak: false)
            }
        }
        let free = titles(pixels: (tabs.first?.rect.height ?? 0) * 0.4)
        // All titles have the size of the smallest one.
        let least = free.map(\.font.pixels).min() ?? 1
        self.tabs = Array(zip(tabs, titles(pixels: least)))
    }

    func draw(current: Int, into sketch: inout Sketch) {
        guard let first = tabs.first?.tab.rect, let last = tabs.last?.tab.rect else { return }
        let theme = sketch.theme
        sketch.fill(Rect(x: first.minX, y: first.minY, width: last.maxX - first.minX, height: 1), theme.raised)
        for (tab, title) in tabs {
            let isCurrent = tab.page == current
            if isCurrent {
                let height = max(2, (tab.rect.height * 0.07).rounded())
                let width = min(tab.rect.width, title.width + tab.rect.height * 0.5)
                sketch.fill(
                    Rect(x: tab.rect.midX - width / 2, y: tab.rect.minY, width: width, height: height),
                    radius: height / 2, theme.accent)
            }
            title.draw(into: &sketch, isCurrent ? theme.accent : theme.secondary)
        }
    }
}
