import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// The view in characters, and the panel's own text around it, as one grid.
final class CharacterFace: PanelFace {
    let canShowEvents = true
    var layout: PanelLayout
    private let look: TerminalLook
    private let theme: ThemeName
    private var picture: CellGrid
    private var palette: Palette
    private var shown: (grid: CellGrid, palette: Palette)?
    private var writer: CellWriter

    init(_ layout: PanelLayout, _ look: TerminalLook, _ theme: ThemeName) {
        self.layout = layout
        self.look = look
        self.theme = theme
        palette = Palette(Theme.named(theme))
        picture = CellGrid(columns: layout.view.columns, rows: layout.view.rows)
        writer = CellWriter(look.colors)
    }

    var view: Request {
        Request(
            .view,
            [
                "width": .integer(layout.view.columns), "height": .integer(layout.view.rows), "format": .text("cells"),
                "alphabet": .text("\(look.alphabet)"), "hands": .text("keys"), "theme": .text(theme.rawValue),
            ])
    }

    func add(_ frame: ViewFrame) {
        if let columns = frame.width, let rows = frame.height {
            picture = CellGrid(columns: columns, rows: rows)
            palette = Palette(frame.colors, else: Theme.named(theme))
        }
        for run in frame.runs {
            let style = CellStyle(
                CellColor(named: run.ink) ?? .text, on: CellColor(named: run.ground) ?? .ground, isBold: run.isBold,
                isUnderlined: run.isUnderlined)
            picture.put(run.text, column: run.column, row: run.row, style)
        }
    }

    func bytes(_ text: PanelText) -> [UInt8] {
        var grid = CellGrid(columns: layout.columns, rows: layout.rows)
        let view = layout.view
        if !text.hidesView { grid.put(picture, in: view) }
        if let strip = text.strip, let place = layout.strip { grid.put(strip, in: place) }
        if let box = text.box { grid.put(box, in: box.centred(in: view)) }
        if let line = text.line {
            grid.put(line, in: CellBox(column: 0, row: layout.rows - 1, columns: layout.columns, rows: 1))
        }
        writer.write(grid, over: shown?.palette == palette ? shown?.grid : nil, palette)
        shown = (grid, palette)
        return writer.bytes
    }

    func invalidate() { shown = nil }

    func place(column: Int, row: Int) -> MousePlace {
        MousePlace(column: column, row: row, inView: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
    }
}

extension CellGrid {
    /// Copies another grid into a box, cut to the size of the box.
    fileprivate mutating func put(_ other: CellGrid, in box: CellBox) {
        let (columns, rows) = (min(other.columns, box.columns), min(other.rows, box.rows))
        for row in 0..<max(0, rows) {
            for column in 0..<max(0, columns) {
                let cell = other[column, row]
                put(cell.character, column: box.column + column, row: box.row + row, cell.style)
            }
        }
    }

    func centred(in box: CellBox) -> CellBox {
        CellBox(
            column: box.column + max(0, box.columns - columns) / 2, row: box.row + max(0, box.rows - rows) / 2,
            columns: columns, rows: rows)
    }
}
