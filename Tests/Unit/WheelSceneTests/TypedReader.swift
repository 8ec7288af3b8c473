import WheelGeometry

@testable import WheelScene

/// Reads a terminal as an eye does: digits by their pixels, and cells by their frames.
enum TypedReader {
    /// The rows of a cell of the page.
    struct Cell {
        var column: Int
        var row: Int
        var rows: [String]

        var title: String { rows.first ?? "" }
        /// Its value in stencils of some set, or as plain text, with the row in which it begins.
        func letters(of value: String) -> (font: String, row: Int)? {
            let fonts = [("large", Stencil.large), ("small", .small), ("narrow", .narrow)]
            for (name, font) in fonts {
                let found = TypedReader.read(rows, font)
                if found.text == value { return (name, found.row) }
            }
            return rows.firstIndex { $0.contains(" \(value) ") }.map { ("plain", $0) }
        }
    }

    static func rows(_ face: TypedFace) -> [String] { (0..<face.grid.rows).map(face.grid.text) }

    /// The cells in the order of their controls. All characters must have the width of one.
    static func cells(_ face: TypedFace) -> [Cell] {
        let all = rows(face)
        return face.targets.compactMap { target in
            guard case .stage = target.kind else { return nil }
            let (cell, area) = (TypedFace.cell, target.area)
            let (column, columns) = (Int(area.minX / cell.width), Int(area.width / cell.width))
            let (row, count) = (Int(area.minY / cell.height), Int(area.height / cell.height))
            let lines = all[row..<row + count].map { String($0.dropFirst(column).prefix(columns)) }
            return Cell(column: column, row: row, rows: lines)
        }
    }

    /// The number in stencils of this set, and its first row.
    static func read(_ rows: [String], _ font: Stencil) -> (text: String, row: Int) {
        var best = (text: "", row: 0)
        for top in rows.indices where top + font.rows <= rows.count {
            let lines = rows[top..<top + font.rows].map(Array.init)
            var (text, column) = ("", 0)
            while column < lines[0].count {
                let found = "0123456789.−+".filter { character in
                    let width = font.width(of: character)
                    guard column + width <= lines[0].count else { return false }
                    var grid = TypedGrid(columns: width, rows: font.rows)
                    font.draw(character, column: 0, row: 0, TypedStyle(), into: &grid)
                    return (0..<font.rows).allSatisfy { String(lines[$0][column..<column + width]) == grid.text($0) }
                }
                // The widest is meant: a point is a part of many digits.
                guard let widest = found.max(by: { font.width(of: $0) < font.width(of: $1) }) else {
                    column += 1
                    continue
                }
                text.append(widest)
                column += font.width(of: widest)
            }
            // The tops of digits look like points.
            if text.count(where: \.isNumber) > best.text.count(where: \.isNumber) { best = (text, top) }
        }
        return best
    }
}
