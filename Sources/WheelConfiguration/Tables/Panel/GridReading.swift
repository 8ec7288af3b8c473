// `grid`: a page as rows of names, like the grid areas of CSS.
//
//     grid = [
//         "freq freq  mode",
//         "gain level mode",
//     ]
//
// This grid has four areas on three columns and two rows: `freq` spans two columns, `mode` two rows. All rows must have
// the same number of cells, and the cells of a name must form a rectangle. To check this, each area first grows until
// it includes every cell of its name. A cell of another name inside the area is then a mistake.

import WheelCore

struct GridReading {
    /// The largest number of columns, and of rows.
    static let most = 32

    /// The controls in the order of their first cells, each with the place of its first cell.
    private(set) var names: [Placed<String>] = []
    /// One area for each of `names`.
    private(set) var areas: PageAreas

    /// Reads the rows of a grid. Fails if a mistake was added.
    init?(_ lines: [Placed<String>], _ mistakes: MistakeList) {
        let rows = lines.map(GridReading.cells)
        areas = PageAreas(columns: rows[0].count, rows: rows.count, areas: [])
        var isSound = true
        for (line, cells) in zip(lines, rows) where cells.count != areas.columns {
            isSound = false
            mistakes.add(
                line.place,
                "the rows of 'grid' must have as many cells as the first: it has \(areas.columns), this one \(cells.count)"
            )
        }
        // If rows have different lengths, the checks below would report consequences of this mistake.
        guard isSound else { return nil }
        var numbers: [String: Int] = [:]
        for (row, cells) in rows.enumerated() {
            for (column, cell) in cells.enumerated() where !cell.isEmpty {
                if let number = numbers[cell.value] {
                    areas.areas[number].extend(to: column, row)
                } else {
                    numbers[cell.value] = names.count
                    names.append(cell)
                    areas.areas.append(PageAreas.Area(column: column, row: row))
                }
            }
        }
        for (name, area) in zip(names, areas.areas) {
            let inside = rows[area.row..<area.row + area.rows].flatMap {
                $0[area.column..<area.column + area.columns]
            }
            guard let other = inside.first(where: { $0.value != name.value }) else { continue }
            isSound = false
            mistakes.add(
                other.place,
                "the cells of \(quoted(name.value)) must form a rectangle, but inside it is "
                    + (other.isEmpty ? "an empty cell" : quoted(other.value)))
        }
        guard isSound else { return nil }
    }

    /// The indices of the controls, or `nil` if a mistake was added.
    func indices(in controls: NameList, at place: Place, _ mistakes: MistakeList) -> [Int]? {
        guard !names.isEmpty else { return mistakes.add(place, "'grid' must name a control") }
        let found = names.compactMap { controls.find($0, mistakes: mistakes) }
        return found.count == names.count ? found : nil
    }

    /// The names of a row, each with its place in the file. In a client's definition every name has the place of its
    /// row.
    private static func cells(of line: Placed<String>) -> [Placed<String>] {
        let characters = Array(line.value.unicodeScalars)
        return characters.split(separator: " ").map { name in
            var place = line.place
            // The place of the row is its opening quotation mark, one column before its text.
            if place.source == 0 { place.column += 1 + name.startIndex }
            return Placed(value: String(String.UnicodeScalarView(name)), place: place)
        }
    }
}

extension PageAreas.Area {
    /// Extends the area to include this cell. The cell is never above the area, because the rows are read from the top.
    fileprivate mutating func extend(to column: Int, _ row: Int) {
        let right = max(self.column + columns, column + 1)
        self.column = min(self.column, column)
        columns = right - self.column
        rows = max(rows, row + 1 - self.row)
    }
}

extension Placed<String> {
    /// Whether the name leaves a cell empty: as in CSS, it then consists of any number of dots.
    fileprivate var isEmpty: Bool { value.allSatisfy { $0 == "." } }
}

extension ValueType where Value == ListValue<String> {
    static let gridRows: ValueType = {
        let row = ValueType<String>.text(1...2000).refined { line in
            let count = line.split(separator: " ").count
            if count == 0 { return "must not be empty" }
            return count > GridReading.most ? "must have at most \(GridReading.most) cells, not \(count)" : nil
        }
        return row.list(1...GridReading.most, of: "strings").refined(
            limits: "1…\(GridReading.most) rows of 1…\(GridReading.most) names"
        ) { _ in nil }
    }()
}
