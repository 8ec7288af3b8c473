import LinuxSystem
import WheelCanvas
import WheelScene

/// Writes the text at a picture: the line of keys in the last row, and a box for more.
struct TextNotes {
    /// The last row.
    var line: CellGrid?
    var box: CellGrid?
    var theme = Theme.dark
    private var shownLine: CellGrid?
    private var shown: (grid: CellGrid, place: CellBox)?
    private var shownTheme: Theme?
    private var writer: CellWriter

    init(_ colors: TerminalLook.Colors) { writer = CellWriter(colors) }

    /// Nothing of it is on the terminal.
    mutating func invalidate() { (shown, shownLine) = (nil, nil) }

    /// Writes what has changed. `cover` makes the ground of a box that is not made of characters. Returns the part of the
    /// picture that is free of text now.
    mutating func write(
        _ size: Terminal.Size, _ cover: (CellBox?, Color) -> String, to bytes: inout [UInt8]
    ) -> [CellBox] {
        let isOtherTheme = theme != shownTheme
        shownTheme = theme
        if let line, line != shownLine || isOtherTheme {
            writer.write(part: line, column: 0, row: size.rows - 1, theme)
            bytes += writer.bytes
            shownLine = line
        }
        guard box != shown?.grid || box != nil && isOtherTheme else { return [] }
        let before = shown?.place
        shown = nil
        if let before {
            for row in 0..<before.rows {
                let spaces = String(repeating: " ", count: before.columns)
                bytes += "\u{1B}[0m\u{1B}[\(before.row + row + 1);\(before.column + 1)H\(spaces)".utf8
            }
            bytes += cover(nil, theme[.raised]).utf8
        }
        if let box {
            // In the middle, within the rows of the picture.
            let place = CellBox(
                column: (size.columns - box.columns) / 2, row: max(0, size.rows - 1 - box.rows) / 2,
                columns: box.columns, rows: box.rows)
            shown = (box, place)
            bytes += cover(place, theme[.raised]).utf8
            writeAgain(to: &bytes)
        }
        return before.map { [$0] } ?? []
    }

    /// Writes the box again, where the picture has overwritten it.
    mutating func writeAgain(to bytes: inout [UInt8]) {
        guard let shown else { return }
        writer.write(part: shown.grid, column: shown.place.column, row: shown.place.row, theme)
        bytes += writer.bytes
    }
}
