import WheelModel
import WheelTouch

/// The first row of a terminal: the titles of the pages.
struct CellTabs {
    private struct Tab {
        var page: Int
        var title: String
        var column: Int
    }

    private let box: CellBox
    private let current: Int?
    private var tabs: [Tab] = []
    private var hasMore = false

    init(_ state: SceneState, in box: CellBox) {
        self.box = box
        if case .page(let page) = state.view { current = page } else { current = nil }
        let pages = state.pictureSettings.pages
        let titles = pages.map { " \(state.pictureSettings.settings.pages[$0].title.cut(to: 24)) " }
        let place = current.flatMap { pages.firstIndex(of: $0) } ?? 0
        var shown = current == nil ? pages.indices.dropFirst(pages.count) : pages.indices
        func width(_ range: Range<Int>) -> Int {
            range.reduce(0) { $0 + titles[$1].cellCount } + max(0, range.count - 1)
        }
        // Tabs are left out until the others fit: first the last ones, back to the tab of the current page, and then
        // the first ones. The tab of the current page is always shown.
        while width(shown) > box.columns - 2, shown.count > 1 {
            shown = shown.upperBound - 1 > place ? shown.dropLast() : shown.dropFirst()
        }
        hasMore = current != nil && shown.count < pages.count
        var column = box.column
        for index in shown {
            tabs.append(Tab(page: pages[index], title: titles[index], column: column))
            column += titles[index].cellCount + 1
        }
    }

    func draw(into grid: inout CellGrid) {
        guard box.rows > 0 else { return }
        var end = box.column
        for tab in tabs {
            let style =
                tab.page == current ? CellStyle(.text, on: .plate, isBold: true) : CellStyle(.secondary)
            end = grid.put(tab.title, column: tab.column, row: box.row, style)
        }
        if hasMore { grid.put("…", column: end, row: box.row, CellStyle(.secondary)) }
    }

    var targets: [TouchTarget] {
        guard box.rows > 0 else { return [] }
        return tabs.map { tab in
            let area = CellBox(column: tab.column, row: box.row, columns: tab.title.cellCount, rows: 1)
            return TouchTarget(.tab(.page(tab.page)), area: CellFace.rect(area))
        }
    }
}
