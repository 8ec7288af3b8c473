import WheelCore

@testable import WheelScene

/// Reads a terminal as a user does: digits by their pixels, and cells by their frames.
enum CellReader {
    /// A cell of the page, as rows of text.
    struct Cell {
        var column: Int
        var row: Int
        var rows: [String]

        var title: String { rows.first ?? "" }
        /// The last row of the cell's bar, which is horizontal or upright; `nil` without a bar.
        var bar: Int? {
            let inside = rows.indices.dropFirst().dropLast()
            let lying = inside.last { row in
                rows[row].dropFirst().dropLast().contains { "━─".contains($0) }
            }
            return lying
                ?? inside.last { row in
                    let columns = Array(rows[row])
                    return columns.count > 4 && columns[columns.count - 4] == " "
                        && "│█▄▀".contains(columns[columns.count - 3])
                }
        }

        /// The name of the stencils that draw `value` ("plain" for text of one row), and its first row; nil if it is
        /// not shown.
        func letters(of value: String) -> (font: String, row: Int)? {
            let fonts = [("large", Stencil.large), ("small", .small), ("narrow", .narrow)]
            for (name, font) in fonts {
                let found = CellReader.read(rows, font)
                if found.text == value { return (name, found.row) }
            }
            return rows.firstIndex { $0.contains(" \(value) ") }.map { ("plain", $0) }
        }
    }

    static func rows(_ face: CellFace) -> [String] { (0..<face.grid.rows).map(face.grid.text) }

    /// The cells in the order of their controls. Columns are counted in characters, each one column wide.
    static func cells(_ face: CellFace) -> [Cell] {
        let all = rows(face)
        return face.targets.compactMap { target in
            guard case .stage = target.kind else { return nil }
            let (cell, area) = (CellFace.cell, target.area)
            let (column, columns) = (Int(area.minX / cell.width), Int(area.width / cell.width))
            let (row, count) = (Int(area.minY / cell.height), Int(area.height / cell.height))
            let lines = all[row..<row + count].map { String($0.dropFirst(column).prefix(columns)) }
            return Cell(column: column, row: row, rows: lines)
        }
    }

    /// The pictures of the characters in each set of stencils, as rows of `codes`. The widest characters come first,
    /// because a point looks like a part of many digits.
    private static let pictures: [[(character: Character, rows: [[UInt32]])]] = [Stencil.large, .small, .narrow].map {
        font in
        let characters = Array("0123456789.−+").sorted { font.width(of: $0) > font.width(of: $1) }
        return characters.map { character in
            var grid = CellGrid(columns: font.width(of: character), rows: font.rows)
            font.draw(character, column: 0, row: 0, CellStyle(), into: &grid)
            return (character, (0..<font.rows).map { codes(grid.text($0)) })
        }
    }

    private static let fullBlock = codes("█")[0]

    /// A number for each character, because numbers are compared fast.
    private static func codes(_ text: String) -> [UInt32] { text.map { $0.unicodeScalars.first?.value ?? 0 } }

    private static func isThere(_ picture: [[UInt32]], _ rows: [[UInt32]], _ top: Int, _ column: Int) -> Bool {
        for row in picture.indices {
            var place = 0
            while place < picture[row].count {
                guard rows[top + row][column + place] == picture[row][place] else { return false }
                place += 1
            }
        }
        return true
    }

    /// The longest number in stencils of this set, and its first row.
    static func read(_ rows: [String], _ font: Stencil) -> (text: String, row: Int) {
        var best = (text: "", row: 0, count: 0)
        let pictures = pictures.first {
            $0.first?.rows.count == font.rows && $0.first?.rows[0].count == font.width(of: "0")
        }
        let all = rows.map(codes)
        for top in all.indices where top + font.rows <= all.count {
            let lines = all[top..<top + font.rows]
            guard lines.contains(where: { $0.contains(fullBlock) }) else { continue }
            var (text, column) = ("", 0)
            while column < lines[top].count {
                let found = pictures?.first { picture in
                    column + picture.rows[0].count <= lines[top].count
                        && isThere(picture.rows, all, top, column)
                }
                if let found { text.append(found.character) }
                column += found?.rows[0].count ?? 1
            }
            // Only digits count, because the tops of digits look like points.
            let count = text.count(where: \.isNumber)
            if count > best.count { best = (text, top, count) }
        }
        return (best.text, best.row)
    }
}
