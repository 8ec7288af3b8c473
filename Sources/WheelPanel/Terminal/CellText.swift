import WheelCore
import WheelScene

/// The panel in characters (`CellFace`), as lines of text that are printed once.
package struct CellText: Sendable {
    /// All characters are safe for a terminal.
    package let bytes: [UInt8]

    /// Uses the characters of the locale, and colours if the output is a terminal that supports them and `NO_COLOR` is
    /// not set.
    package init(
        _ state: SceneState, columns: Int, rows: Int, _ theme: Theme, isForTerminal: Bool, at time: Instant
    ) {
        let look = TerminalLook()
        let screen = CellScreen(columns: columns, rows: rows, alphabet: look.alphabet)
        let grid = CellFace(state, screen, at: time).grid
        guard isForTerminal, !look.isDumb, look.colors != .none else {
            bytes = (0..<rows).flatMap { CellText.plain(grid, $0).utf8 }
            return
        }
        var writer = CellWriter(look.colors)
        writer.write(lines: grid, Palette(theme))
        bytes = writer.bytes
    }

    /// A row without colours. The spaces around the text of a plate become brackets.
    private static func plain(_ grid: CellGrid, _ row: Int) -> String {
        var cells = (0..<grid.columns).map { grid[$0, row] }
        var start = 0
        while start < cells.count {
            let ground = cells[start].style.ground
            let end = cells[start...].firstIndex { $0.style.ground != ground } ?? cells.count
            if ground.isPlate, end - start > 2, cells[start].character == " ", cells[end - 1].character == " " {
                (cells[start].character, cells[end - 1].character) = ("[", "]")
            }
            start = end
        }
        var text = cells.map(\.character).filter { $0 != CharacterCell.rightHalf }
        while text.last == " " { text.removeLast() }
        return ForeignText.visible(text) + "\n"
    }
}
