import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// The character cells under a picture.
struct PictureGrid: Equatable {
    let columns: Int
    let rows: Int
    let cell: PixelSize

    /// The maximum number of pixels of a view in the daemon.
    static let mostPixels = Budget.viewPixels.each
    /// The plausible widths and heights of a cell, in pixels.
    private static let usualCells = 4...256
    static let largest = (columns: 512, rows: 256)

    init(columns: Int, rows: Int, cell: PixelSize) {
        self.columns = columns
        self.rows = rows
        self.cell = cell
    }

    /// The grid for a terminal. The last row shows text, since a sixel picture in that row would scroll the terminal.
    ///
    /// `nil` if a size is implausible. Neither size can be trusted: the terminal reports the size of a cell, and any
    /// program in the terminal may set the terminal's size.
    init?(in terminal: Terminal.Size, cell: PixelSize) {
        self.init(
            columns: min(max(terminal.columns, 1), PictureGrid.largest.columns),
            rows: min(max(terminal.rows - 1, 1), PictureGrid.largest.rows), cell: cell)
        guard PictureGrid.usualCells.contains(cell.width), PictureGrid.usualCells.contains(cell.height),
            size.width * size.height <= PictureGrid.mostPixels, max(size.width, size.height) <= Canvas.largestSide
        else { return nil }
    }

    var size: PixelSize { PixelSize(width: columns * cell.width, height: rows * cell.height) }

    /// The cells that a rectangle of the picture touches.
    func cells(around rect: PixelRect) -> CellBox {
        let (left, top) = (rect.x / cell.width, rect.y / cell.height)
        let right = min((rect.x + rect.width + cell.width - 1) / cell.width, columns)
        let bottom = min((rect.y + rect.height + cell.height - 1) / cell.height, rows)
        return CellBox(column: left, row: top, columns: right - left, rows: bottom - top)
    }

    func pixels(_ box: CellBox) -> PixelRect {
        PixelRect(
            x: box.column * cell.width, y: box.row * cell.height, width: box.columns * cell.width,
            height: box.rows * cell.height)
    }
}
