import WheelScene

enum PanelBox {
    static let keys = [
        "arrows, mouse wheel    turn the marked control",
        "drag, click            touch what is shown",
        "double click           the next speed",
        "=                      type a value: = 14.074 enter",
        "s                      the next speed",
        "space                  press; twice: next speed; add or remove a position",
        "tab, 1 to 9            mark another control",
        "page up, page down     another page",
        "+  -                   one step",
        "enter, escape          apply or revert a pending value",
        "l                      lock the marked control, or unlock it",
        "e                      show the events beside the page, or hide them",
        "?                      these keys",
        "q, Ctrl-C              leave",
    ]

    /// Draws lines of text on a plate that is as large as the text needs, but not larger than `view`.
    static func grid(_ lines: [String], in view: CellBox, isFramed: Bool, _ alphabet: CellAlphabet) -> CellGrid {
        let columns = min((lines.map(\.cellCount).max() ?? 0) + 4, view.columns)
        let rows = min(lines.count + 2, view.rows)
        var grid = CellGrid(columns: columns, rows: rows)
        let box = CellBox(column: 0, row: 0, columns: columns, rows: rows)
        grid.fill(box, CharacterCell(" ", CellStyle(.text, on: .raised)))
        if isFramed { grid.frame(box, "╭╮╰╯─│", CellStyle(.outline, on: .raised)) }
        for (number, line) in lines.prefix(max(0, rows - 2)).enumerated() {
            grid.put(line.cut(to: columns - 4), column: 2, row: 1 + number, CellStyle(.text, on: .raised))
        }
        grid.spell(in: alphabet)
        return grid
    }

    /// A message that covers the whole view, so that nobody takes the old picture for the current one.
    static func alarm(_ lines: [String], in view: CellBox, _ alphabet: CellAlphabet) -> CellGrid {
        var grid = CellGrid(columns: view.columns, rows: view.rows)
        let height = min(view.rows, max(lines.count + 4, view.rows / 3))
        let plate = CellBox(column: 0, row: (view.rows - height) / 2, columns: view.columns, rows: height)
        grid.fill(plate, CharacterCell(" ", CellStyle(.onAlarm, on: .alarm)))
        let top = plate.row + max(0, (height - lines.count) / 2)
        for (number, line) in lines.enumerated() where top + number < plate.endRow {
            let text = line.cut(to: view.columns)
            grid.put(
                text, column: (view.columns - text.cellCount) / 2, row: top + number,
                CellStyle(.onAlarm, on: .alarm, isBold: number == 0))
        }
        grid.spell(in: alphabet)
        return grid
    }
}
