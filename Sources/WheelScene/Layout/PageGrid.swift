import WheelGeometry
import WheelSettings

/// The cells of a page: a grid of equal cells, or the areas that the page names.
struct PageGrid: Equatable, Sendable {
    let columns: Int
    let rows: Int
    private let areas: [PageAreas.Area]?
    private let area: Rect
    private let gap: Double

    /// For `count` controls in `area`, with a gap between two cells and around them.
    init(count: Int, page: PageSettings?, in area: Rect, _ measures: Measures) {
        self.area = area
        gap = measures.gap
        areas = page?.areas?.areas
        if let drawn = page?.areas {
            (columns, rows) = (drawn.columns, drawn.rows)
            return
        }
        let count = max(count, 1)
        switch (page?.columns, page?.rows) {
        case (let columns?, let rows?):
            (self.columns, self.rows) = (columns, max(rows, (count + columns - 1) / columns))
        case (let columns?, nil): (self.columns, rows) = (columns, (count + columns - 1) / columns)
        case (nil, let rows?): (columns, self.rows) = ((count + rows - 1) / rows, rows)
        case (nil, nil): (columns, rows) = PageGrid.best(count, in: area, measures)
        }
    }

    /// The grid whose cells are nearest to 4:3, with few cells left empty, and none smaller than the least cell if that
    /// is possible.
    private static func best(_ count: Int, in area: Rect, _ measures: Measures) -> (columns: Int, rows: Int) {
        let least = measures.leastCell
        func cost(_ columns: Int) -> Double {
            let rows = (count + columns - 1) / columns
            let (width, height) = (area.width / Double(columns), area.height / Double(rows))
            let aspect = width / height / (4.0 / 3)
            let empty = Double(columns * rows - count) / Double(count)
            let shortage = max(0, least.width / width - 1) + max(0, least.height / height - 1)
            return max(aspect, 1 / aspect) + 6 * empty + 100 * shortage
        }
        let columns = (1...count).min { cost($0) < cost($1) - 1e-9 } ?? 1
        return (columns, (count + columns - 1) / columns)
    }

    /// The card of the page's nth control, on whole pixels.
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
