import LinuxSystem
import WheelCanvas
import WheelScene

/// Writes the text around a picture: the panel's row below it, and a box over it.
struct TextNotes {
    /// The last row.
    var line: CellGrid?
    var box: CellGrid?
    let palette: Palette
    private var shownLine: CellGrid?
    private var shown: (grid: CellGrid, place: CellBox)?
    private var writer: CellWriter

    init(_ colors: TerminalLook.Colors, _ palette: Palette) {
        writer = CellWriter(colors)
        self.palette = palette
    }

    /// Records that the terminal no longer shows any part of the text.
    mutating func invalidate() { (shown, shownLine) = (nil, nil) }

    /// Writes the changes. `cover` returns the sequences that draw the background of a box; empty if the backgrounds of
    /// characters cover the picture. Returns the parts of the picture that text no longer covers.
    mutating func write(
        _ layout: PanelLayout, _ cover: (CellBox?, Color) -> String, to bytes: inout [UInt8]
    ) -> [CellBox] {
        if let line, line != shownLine {
            writer.write(part: line, column: 0, row: layout.rows - 1, palette)
            bytes += writer.bytes
            shownLine = line
        }
        guard box != shown?.grid else { return [] }
        let before = shown?.place
        shown = nil
        if let before {
            for row in 0..<before.rows {
                let spaces = String(repeating: " ", count: before.columns)
                bytes += "\u{1B}[0m\u{1B}[\(before.row + row + 1);\(before.column + 1)H\(spaces)".utf8
            }
            bytes += cover(nil, palette[.raised]).utf8
        }
        if let box {
            let place = box.centred(in: layout.view)
            shown = (box, place)
            bytes += cover(place, palette[box[0, box.rows / 2].style.ground]).utf8
            writeAgain(to: &bytes)
        }
        return before.map { [$0] } ?? []
    }

    /// Writes the box again after the picture has overwritten it.
    mutating func writeAgain(to bytes: inout [UInt8]) {
        guard let shown else { return }
        writer.write(part: shown.grid, column: shown.place.column, row: shown.place.row, palette)
        bytes += writer.bytes
    }
}
