import WheelCore

/// How the cells of a page divide a terminal. The grid is like the grid of the page's pictures, except that all cells
/// are on one screen and may be smaller, and that it may have fewer columns, in which numbers have larger digits.
struct CellPlan {
    /// The place of a cell, and how many columns and rows of the grid the cell spans.
    typealias Place = (box: CellBox, span: CellRoom.Span)

    private let box: CellBox
    private var columns: Int
    private var rows: Int
    private let areas: [PageAreas.Area]?

    /// `nil` if the terminal is too small for one character in each cell.
    init?(
        _ pictureSettings: PictureSettings, _ view: SceneView, _ count: Int, in box: CellBox, _ alphabet: CellAlphabet
    ) {
        guard count > 0, box.columns > 0, box.rows > 0 else { return nil }
        self.box = box
        let page = view.page.map { pictureSettings.settings.pages[$0] }
        areas = page?.areas?.areas
        // A row of characters counts as 4.4 mm high, as on a terminal that shows pictures.
        let measures = Measures(pixelsPerMillimetre: CellFace.cell.height / 4.4)
        let count = pictureSettings.cellCount(of: view.page) ?? count
        let usual = PageGrid(
            count: count, page: page, in: CellFace.rect(box), gap: measures.gap,
            least: measures.leastCell(isTouched: false), hasOneScreen: true)
        guard usual.columns <= box.columns, usual.rows <= box.rows else { return nil }
        (columns, rows) = (usual.columns, usual.rows)
        guard page?.hasOwnGrid != true, alphabet != .ascii else { return }
        let widths = pictureSettings.cellWidths(on: view)
        if let wider = CellPlan.wider(than: usual, for: count, widths, in: box) { (columns, rows) = wider }
        if let larger = CellPlan.larger(than: (columns, rows), for: count, widths, in: box) { (columns, rows) = larger }
    }

    /// A grid with fewer columns, in which all numbers fit in the largest digits; `nil` if they fit in the present
    /// grid, or in no grid with fewer columns. Without this grid, high cells without dials would be empty except for a
    /// row of small digits.
    private static func larger(
        than grid: (columns: Int, rows: Int), for count: Int, _ widths: [PictureSettings.CellWidth], in box: CellBox
    ) -> (columns: Int, rows: Int)? {
        let empty = grid.columns * grid.rows - count
        guard !widths.isEmpty, !widths.contains(where: \.hasDial) else { return nil }
        func hasRoom(_ columns: Int) -> Bool { widths.allSatisfy { $0.largeColumns <= box.columns / columns - 4 } }
        guard !hasRoom(grid.columns) else { return nil }
        return (1..<max(grid.columns, 1)).reversed().map { (columns: $0, rows: (count + $0 - 1) / $0) }.first {
            $0.columns * $0.rows - count <= empty && box.rows / $0.rows >= 2 + Stencil.large.rows && hasRoom($0.columns)
        }
    }

    /// The minimum rows of a cell with stencils.
    private static let leastRows = 2 + Stencil.narrow.rows

    /// A grid with fewer columns, in which the numbers fit in stencils; `nil` if they fit in the usual grid, or in no
    /// grid. The grid has no more empty cells than the usual one.
    private static func wider(
        than usual: PageGrid, for count: Int, _ widths: [PictureSettings.CellWidth], in box: CellBox
    ) -> (columns: Int, rows: Int)? {
        let empty = usual.columns * usual.rows - count
        let grids = (1...max(usual.columns, 1)).reversed().map { (columns: $0, rows: (count + $0 - 1) / $0) }.filter {
            $0.columns * $0.rows - count <= empty && box.rows / $0.rows >= leastRows
        }
        func body(_ columns: Int) -> Int { box.columns / columns - 4 }
        // A counter that is too long for every grid is drawn as plain text in any case, so it is ignored here.
        guard let widest = grids.last.map({ body($0.columns) }) else { return nil }
        let counted = widths.filter { !$0.isCounter || $0.columns <= widest }
        let found = grids.first { grid in
            let hasRowForBar = box.rows / grid.rows > leastRows
            let besides = hasRowForBar ? 0 : CellLetters.leastBeside
            return counted.allSatisfy { $0.columns + ($0.hasBar ? besides : 0) <= body(grid.columns) }
        }
        return found.flatMap { $0.columns < usual.columns ? $0 : nil }
    }

    /// The place of the page's nth control.
    subscript(number: Int) -> Place {
        func edge(_ index: Int, of count: Int, _ length: Int) -> Int { length * index / max(count, 1) }
        let area = areas?[number] ?? PageAreas.Area(column: number % columns, row: number / columns)
        let left = edge(area.column, of: columns, box.columns)
        let right = edge(area.column + area.columns, of: columns, box.columns)
        let top = edge(area.row, of: rows, box.rows)
        let bottom = edge(area.row + area.rows, of: rows, box.rows)
        let cell = CellBox(column: box.column + left, row: box.row + top, columns: right - left, rows: bottom - top)
        return (cell, CellRoom.Span(columns: area.columns, rows: area.rows))
    }
}

extension PictureSettings {
    /// The facts about a number on which the grid of a terminal depends. `columns` is the width of the number in the
    /// narrowest stencils, without the unit.
    struct CellWidth: Sendable {
        var columns: Int
        /// The columns that the number needs in the largest stencils.
        var largeColumns: Int
        var isCounter: Bool
        var hasBar: Bool
        /// Whether the control has a dial if the cell has room for it.
        var hasDial: Bool
        /// Texts that are as wide as typical values of the control.
        var usual: [String]

        /// `nil` for a control with positions, and for a number with characters that stencils lack.
        init?(_ settings: ControlSettings) {
            guard let number = settings.number else { return nil }
            let widest = CellValue.widest(settings, number)
            guard widest.allSatisfy(Stencil.narrow.has) else { return nil }
            columns = widest.map(Stencil.narrow.width).max() ?? 0
            largeColumns = widest.map(Stencil.large.width).max() ?? 0
            hasDial = settings.numberScene is AngleLayout.Type || settings.numberScene is RotorLayout.Type
            isCounter = settings.isCounter(number)
            hasBar = settings.hasCellBar(number)
            usual = isCounter ? widest : number.usualDigits(isInteger: settings.kind == .int)
        }
    }

    /// The widths of the controls of all pages that have the same grid as this view.
    fileprivate func cellWidths(on view: SceneView) -> [CellWidth] {
        guard let page = view.page, let shared = cellCount(of: page) else {
            return SceneView.controls(of: view, settings).compactMap { cellWidths[$0] }
        }
        return pages.filter { $0 == page || cellCount(of: $0) == shared }
            .flatMap { settings.pages[$0].controls }.compactMap { cellWidths[$0] }
    }
}

extension ControlSettings {
    /// Whether a bar shows the place of the control's value in its range.
    func hasCellBar(_ number: NumberSettings) -> Bool {
        number.range.isFinite && !isCounter(number) && !(numberScene is ReadoutLayout.Type)
    }
}
