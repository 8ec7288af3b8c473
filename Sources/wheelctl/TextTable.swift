/// Rows as columns for a person: two spaces apart, no lines, no colour.
struct TextTable {
    private var rows: [[String]]

    init(_ header: [String]) { rows = [header] }
    init() { rows = [] }

    mutating func add(_ row: [String]) { rows.append(row) }

    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
