import WheelCore

/// The text at a picture on a terminal: the line of keys below it, and a box over it.
public struct CellNotes {
    private let size: CellScreen
    private let keys: CellKeyLine
    private let lines: [String]

    /// `size` is that of the terminal, whose last row is for the keys.
    public init(_ state: SceneState, _ size: CellScreen, _ surroundings: CellSurroundings) {
        self.size = size
        lines = surroundings.box
        keys = CellKeyLine(
            state, SceneView.controls(of: state.view, state.pictureSettings.settings), surroundings,
            canShowEvents: false,
            in: CellBox(column: 0, row: 0, columns: size.columns, rows: 1))
    }

    /// The last row.
    public var line: CellGrid {
        var grid = CellGrid(columns: size.columns, rows: 1)
        keys.draw(into: &grid)
        grid.spell(in: size.alphabet)
        return grid
    }

    /// The key of the last row at a column.
    public func key(column: Int) -> CellKey? { keys.key(at: column) }

    /// The box; `nil` without lines.
    public var box: CellGrid? {
        guard !lines.isEmpty else { return nil }
        let columns = min((lines.map(\.cellCount).max() ?? 0) + 4, size.columns)
        let rows = min(lines.count + 2, max(1, size.rows - 1))
        var grid = CellGrid(columns: columns, rows: rows)
        let style = CellStyle(.text, on: .raised)
        grid.fill(CellBox(column: 0, row: 0, columns: columns, rows: rows), CharacterCell(" ", style))
        for (number, line) in lines.prefix(max(0, rows - 2)).enumerated() {
            grid.put(line.cut(to: columns - 4), column: 2, row: 1 + number, style)
        }
        grid.spell(in: size.alphabet)
        return grid
    }
}
