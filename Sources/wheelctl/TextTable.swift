import WheelCore

/// Rows printed in columns, two spaces apart, without lines or colour.
struct TextTable {
    private var rows: [[String]]

    /// The maximum width of a column. A wider cell shifts the rest of its row.
    private static let widest = 80

    init(_ header: [String]) { rows = [header] }
    init() { rows = [] }

    mutating func add(_ row: [String]) {
        // Texts are escaped before their widths are measured, since the escaped texts are printed.
        rows.append(row.map { ForeignText($0).line })
    }

    func print() { lines.forEach { Output.line($0) } }

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
