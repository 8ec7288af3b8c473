import WheelText

/// Rows as columns for a person: two spaces apart, no lines, no colour.
struct TextTable {
    private var rows: [[String]]

    /// A cell that is wider moves only the rest of its own row.
    private static let widest = 80

    init(_ header: [String]) { rows = [header] }
    init() { rows = [] }

    /// Cells are measured as they are printed.
    mutating func add(_ row: [String]) { rows.append(row.map { ForeignText($0).line }) }

    var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? min($0[column].count, Self.widest) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 {
                    line += String(repeating: " ", count: max(0, widths[column] - cell.count) + 2)
                }
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
