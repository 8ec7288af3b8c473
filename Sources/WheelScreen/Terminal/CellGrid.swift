import WheelCanvas

/// The cells that a terminal shows and those that it has to show: the picture averaged to cells, with texts over it.
struct CellGrid {
    /// The size of a cell in pixels of the picture. The picture is larger than the terminal's resolution, so that text
    /// metrics and touch areas have usual sizes. It is then averaged.
    static let cellWidth = 4
    static let cellHeight = 8

    let columns: Int
    let rows: Int
    /// The part that the terminal has room for.
    private let seenColumns: Int
    private let seenRows: Int
    private var picture: [Cell]
    private var texts: [Cell?]
    /// A box of text above everything else; empty if there is none.
    private var note: [Cell?] = []
    private var shown: [Cell]
    private var glyphs = GlyphTable()

    /// If the terminal is smaller than `smallest`, it shows a part of the picture.
    init(columns seenColumns: Int, rows seenRows: Int, smallest: (columns: Int, rows: Int) = (1, 1)) {
        self.seenColumns = seenColumns
        self.seenRows = seenRows
        columns = max(seenColumns, smallest.columns)
        rows = max(seenRows, smallest.rows)
        picture = Array(repeating: Cell(upper: 0, lower: 0), count: columns * rows)
        texts = Array(repeating: nil, count: columns * rows)
        shown = Array(repeating: .unknown, count: columns * rows)
    }

    var pictureSize: PixelSize {
        PixelSize(width: columns * CellGrid.cellWidth, height: rows * CellGrid.cellHeight)
    }

    /// Marks all cells of the terminal as unknown.
    mutating func invalidate() {
        for index in shown.indices { shown[index] = .unknown }
    }

    /// Averages the damaged part of a picture in XRGB8888.
    mutating func apply(_ pixels: PixelBuffer, _ damage: DamageRegion) {
        for index in 0..<damage.count {
            let box = damage[index]
            let left = box.x / CellGrid.cellWidth
            let right = (box.x + box.width - 1) / CellGrid.cellWidth
            let top = box.y / CellGrid.cellHeight
            let bottom = (box.y + box.height - 1) / CellGrid.cellHeight
            for row in top...bottom {
                for column in left...right {
                    picture[row * columns + column] = CellGrid.cell(pixels, column, row)
                }
            }
        }
    }

    private static func cell(_ pixels: PixelBuffer, _ column: Int, _ row: Int) -> Cell {
        let corner = pixels.base + row * cellHeight * pixels.bytesPerRow + column * cellWidth * 4
        return Cell(
            upper: mean(corner, pixels.bytesPerRow),
            lower: mean(corner + cellHeight / 2 * pixels.bytesPerRow, pixels.bytesPerRow))
    }

    /// The mean of four by four pixels.
    private static func mean(_ corner: UnsafeMutableRawPointer, _ bytesPerRow: Int) -> UInt32 {
        // Red and blue are summed in one word. There is room for 16 values of each.
        var (outer, green) = (UInt32(0), UInt32(0))
        for y in 0..<4 {
            for x in 0..<4 {
                let word = corner.load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
                outer += word & 0xFF00FF
                green += word >> 8 & 0xFF
            }
        }
        return (outer + 0x80008) >> 4 & 0xFF00FF | ((green + 8) >> 4) << 8
    }

    /// Replaces the texts. A text that would overlap the next one is shortened, and text outside of the grid is cut
    /// off.
    mutating func replaceTexts(_ lines: [KeptText]) {
        for index in texts.indices { texts[index] = nil }
        var runs = lines.map { CellText($0, glyphs: &glyphs) }
        runs.sort { ($0.row, $0.column) < ($1.row, $1.column) }
        let ellipsis = glyphs.number(of: "…")
        for (index, next) in zip(runs.indices, runs.dropFirst()) where runs[index].row == next.row {
            runs[index].shorten(before: next.column, with: ellipsis)
        }
        for run in runs where (0..<rows).contains(run.row) { place(run) }
    }

    private mutating func place(_ text: CellText) {
        var column = text.column
        for character in text.characters {
            let end = column + character.cellCount
            if column >= 0 && end <= columns {
                let cell = Cell(upper: 0, lower: 0, glyph: character.glyph, ink: text.ink)
                texts[text.row * columns + column] = cell
                if end == column + 2 {
                    texts[text.row * columns + column + 1] = Cell(upper: 0, lower: 0, glyph: Cell.rightHalf)
                }
            }
            column = end
        }
    }

    /// Replaces the box in the middle of the visible part. No lines remove it.
    mutating func replaceNote(_ lines: [String]) {
        note = []
        guard !lines.isEmpty else { return }
        note = Array(repeating: nil, count: columns * rows)
        let width = min((lines.map { $0.reduce(0) { $0 + $1.cellCount } }.max() ?? 0) + 4, seenColumns)
        let height = min(lines.count + 2, seenRows)
        let (left, top) = ((seenColumns - width) / 2, (seenRows - height) / 2)
        for row in 0..<height {
            for column in 0..<width {
                note[(top + row) * columns + left + column] = Cell(
                    upper: CellGrid.noteGround, lower: CellGrid.noteGround)
            }
        }
        for (row, line) in lines.prefix(max(0, height - 2)).enumerated() {
            for (column, character) in line.enumerated() where column < width - 4 {
                guard let glyph = glyphs.number(of: character) else { continue }
                note[(top + 1 + row) * columns + left + 2 + column] = Cell(
                    upper: CellGrid.noteGround, lower: CellGrid.noteGround, glyph: glyph, ink: CellGrid.noteInk)
            }
        }
    }

    private static let noteGround: UInt32 = 0x20242A
    private static let noteInk: UInt32 = 0xF2F2F2

    /// Writes the cells that differ from those that the terminal shows.
    mutating func write(to writer: inout CellWriter) {
        for row in 0..<seenRows {
            for column in 0..<seenColumns {
                let index = row * columns + column
                let wanted = cell(index)
                let isWide = column + 1 < columns && cell(index + 1).glyph == Cell.rightHalf
                if wanted.glyph == Cell.rightHalf {
                    shown[index] = wanted
                } else if shown[index] != wanted || isWide && shown[index + 1] != cell(index + 1) {
                    writer.write(wanted, glyphs, column: column, row: row, isWide: isWide)
                    shown[index] = wanted
                }
            }
        }
    }

    private func cell(_ index: Int) -> Cell {
        if !note.isEmpty, let cell = note[index] { return cell }
        guard let text = texts[index] else { return picture[index] }
        return picture[index].carrying(text.glyph, ink: text.ink)
    }
}
