import WheelCore

/// The cells of a page: a grid of equal cells, or the areas that the page's settings list.
struct PageGrid: Equatable, Sendable {
    let columns: Int
    let rows: Int
    /// The number of controls that have cells on one screen. The remaining controls are on further screens.
    let capacity: Int
    private let areas: [PageAreas.Area]?
    private let area: Rect
    private let gap: Double

    /// A grid for `count` controls in `area`, with a gap between neighbouring cells and around all of them. Cells are
    /// at least as large as `least`, unless the page sets its areas, columns or rows, or all controls must be on one
    /// screen.
    init(count: Int, page: PageSettings?, in area: Rect, gap: Double, least: Size, hasOneScreen: Bool = false) {
        self.area = area
        self.gap = gap
        areas = page?.areas?.areas
        if let drawn = page?.areas {
            (columns, rows, capacity) = (drawn.columns, drawn.rows, drawn.areas.count)
            return
        }
        // A card is aligned to whole pixels, which may make it one pixel smaller than `least`.
        var across = max(1, Int((area.width - gap) / max(1, least.width + gap - 1)))
        var down = max(1, Int((area.height - gap) / max(1, least.height + gap - 1)))
        let count = max(count, 1)
        if hasOneScreen { (across, down) = PageGrid.enlarged(across, down, to: count, page, area.size) }
        switch (page?.columns, page?.rows) {
        case (let columns?, let rows?):
            (self.columns, self.rows) = (columns, max(rows, (count + columns - 1) / columns))
        case (let columns?, nil): (self.columns, rows) = (columns, PageGrid.share(of: count, columns, most: down))
        case (nil, let rows?): (columns, self.rows) = (PageGrid.share(of: count, rows, most: across), rows)
        case (nil, nil):
            (columns, rows) = PageGrid.best(count, across: across, down: down, area.size, least: least)
        }
        capacity = columns * rows
    }

    /// Raises the maximum numbers of columns and rows until all controls have cells. A number that the page sets is not
    /// raised.
    private static func enlarged(
        _ across: Int, _ down: Int, to count: Int, _ page: PageSettings?, _ size: Size
    ) -> (across: Int, down: Int) {
        if let columns = page?.columns { return (across, max(down, (count + columns - 1) / columns)) }
        if let rows = page?.rows { return (max(across, (count + rows - 1) / rows), down) }
        var (across, down) = (across, down)
        // If the cells are wider than 4:3, a column is added, otherwise a row, so that the cells stay close to 4:3.
        while across * down < count {
            if size.width * 3 * Double(down) >= size.height * 4 * Double(across) { across += 1 } else { down += 1 }
        }
        return (across, down)
    }

    /// Spreads `count` controls in `columns` columns evenly over the screens. Returns the number of rows of each
    /// screen, at most `most`. Called with a number of rows instead of columns, the function returns the number of
    /// columns.
    private static func share(of count: Int, _ columns: Int, most: Int) -> Int {
        let rows = (count + columns - 1) / columns
        let screens = (rows + most - 1) / most
        return (rows + screens - 1) / screens
    }

    /// The grid with the best cells: nearly 4:3, and wide enough for a label. Empty cells are avoided, since an empty
    /// cell looks like a mistake. The grid has at most `across` columns and `down` rows. If this grid has too few cells
    /// for all controls, there are several screens with the same grid.
    private static func best(
        _ all: Int, across: Int, down: Int, _ size: Size, least: Size
    ) -> (columns: Int, rows: Int) {
        let screens = (all + across * down - 1) / (across * down)
        let count = (all + screens - 1) / screens
        func cost(_ columns: Int) -> Double {
            let rows = (count + columns - 1) / columns
            let aspect = size.width / Double(columns) / (size.height / Double(rows)) / (4.0 / 3)
            let empty = Double(columns * rows - count) / Double(count)
            let narrow = max(0, least.width * 4 / 3 * Double(columns) / size.width - 1)
            return max(aspect, 1 / aspect) + 3 * narrow + 10 * empty
        }
        let fitting = (1...min(across, count)).filter { ($0 * down) >= count }
        let columns = fitting.min { cost($0) < cost($1) - 1e-9 } ?? across
        return (columns, (count + columns - 1) / columns)
    }

    /// The card of the nth control of a screen, aligned to whole pixels.
    func cell(_ number: Int) -> Rect {
        let place: PageAreas.Area
        if let areas {
            place = areas[number]
        } else {
            place = PageAreas.Area(column: number % columns, row: number / columns)
        }
        func edge(_ index: Int, _ count: Int, from start: Double, length: Double) -> Double {
            start + gap + (length - gap) / Double(count) * Double(index)
        }
        let left = edge(place.column, columns, from: area.minX, length: area.width)
        let right = edge(place.column + place.columns, columns, from: area.minX, length: area.width) - gap
        let top = edge(place.row, rows, from: area.minY, length: area.height)
        let bottom = edge(place.row + place.rows, rows, from: area.minY, length: area.height) - gap
        return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top)).onWholePixels
    }
}
