import WheelGeometry
import WheelModel
import WheelSettings

/// The cells of a page's controls, and the tabs of all pages: a grid above a strip.
///
/// It depends on the settings and the size alone and needs no font, so the loop's thread can compute touch areas
/// without a picture.
struct PageLayout: Sendable {
    struct Cell: Sendable {
        let control: Int
        /// The cell with its border.
        let rect: Rect
        let scene: any Scene
        /// Shown while the control has a pending value.
        let pendingRow: PendingRow
    }

    struct Tab: Sendable {
        let page: Int
        let rect: Rect
    }

    let cells: [Cell]
    let tabs: [Tab]
    /// The pages to the left and right of this one in the strip. The first and the last are neighbours.
    let swipes: SwipePages
    /// The picture without the strip.
    let area: Rect
    let gap: Double

    init(_ instrument: Instrument, _ view: SceneView, size: Size) {
        let settings = instrument.settings
        let least = min(size.width, size.height)
        let margin = (least / 60).rounded()
        gap = margin
        let whole = Rect(origin: .zero, size: size)
        let pages = instrument.pages
        let count = pages.count
        if case .page(let page) = view, let place = pages.firstIndex(of: page), count > 1 {
            swipes = .to(before: pages[(place + count - 1) % count], after: pages[(place + 1) % count])
            let height = min(max(least * 0.12, 14), 64).rounded()
            let above = whole.inset(bottom: height)
            area = above
            let width = size.width / Double(count)
            tabs = pages.enumerated().map { place, page in
                Tab(page: page, rect: Rect(x: width * Double(place), y: above.maxY, width: width, height: height))
            }
        } else {
            area = whole
            tabs = []
            swipes = .nowhere
        }
        let controls = SceneView.controls(of: view, settings)
        let grid = PageGrid(controls.map { settings.controls[$0].aspect }, in: area)
        let isBank = controls.count > 1
        cells = controls.enumerated().map { number, control in
            let rect = isBank ? grid.cell(number).inset(by: margin / 2).onWholePixels : grid.cell(number)
            let inner = isBank ? rect.inset(by: margin) : rect
            return Cell(
                control: control, rect: rect, scene: settings.controls[control].scene(in: inner),
                pendingRow: PendingRow(settings.controls[control], in: inner))
        }
    }

    var isBank: Bool { cells.count > 1 }
}

extension SceneView {
    static func controls(of view: SceneView, _ settings: PanelSettings) -> [Int] {
        switch view {
        case .all: Array(settings.controls.indices)
        case .page(let page): settings.pages[page].controls
        case .control(let control): [control]
        }
    }
}

/// A grid with a cell for each control. If the last row has fewer controls, its cells are wider.
struct PageGrid {
    private let area: Rect
    private let count: Int
    private let columns: Int
    private let rows: Int

    /// Chooses the number of columns that gives the scenes the largest units in sum.
    init(_ aspects: [Size], in area: Rect) {
        self.area = area
        count = max(aspects.count, 1)
        func unit(_ columns: Int) -> Double {
            let rows = (aspects.count + columns - 1) / columns
            let (width, height) = (area.width / Double(columns), area.height / Double(rows))
            return aspects.map { min(width / $0.width, height / $0.height) }.reduce(0, +)
        }
        let best = (1...count).max { unit($0) < unit($1) - 1e-9 } ?? 1
        columns = best
        rows = (count + best - 1) / best
    }

    func cell(_ number: Int) -> Rect {
        let row = number / columns
        let inRow = row == rows - 1 ? count - row * columns : columns
        let (width, height) = (area.width / Double(inRow), area.height / Double(rows))
        return Rect(
            x: area.minX + width * Double(number % columns), y: area.minY + height * Double(row), width: width,
            height: height)
    }
}
