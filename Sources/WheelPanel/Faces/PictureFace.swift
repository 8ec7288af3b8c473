import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// The picture of the view on a terminal with pixels, above the panel's own row.
final class PictureFace: PanelFace {
    let canShowEvents = false
    var layout: PanelLayout { didSet { if layout != oldValue { regrid() } } }
    /// The sequences to send before the first picture, and the sequences that undo them.
    var setup: String { writer.setup + (hasPixelMouse ? "\u{1B}[?1016h" : "") }
    // Only the reports in pixels are disabled here. `CellWriter.end` disables the usual mouse reports.
    var ending: String { writer.ending + (hasPixelMouse ? "\u{1B}[?1016l" : "") }

    /// The height of a character cell in millimetres at the usual font sizes.
    private static let cellHeight = 4.4
    private static let mostRectangles = 32

    private let cell: PixelSize
    private let hasPixelMouse: Bool
    private let theme: ThemeName
    private var writer: any PictureWriter
    private var grid: PictureGrid
    private var bitmap: Bitmap
    private var damage: [PixelRect] = []
    private var notes: TextNotes
    /// Whether nothing was written since the last call of `invalidate`.
    private var isNew = true
    /// Whether `bitmap` contains a whole picture of the current size.
    private var isWhole = false
    private let colors: TerminalLook.Colors

    init(
        _ layout: PanelLayout, _ look: TerminalLook, _ theme: ThemeName, _ writer: any PictureWriter, cell: PixelSize,
        hasPixelMouse: Bool
    ) {
        self.layout = layout
        self.cell = cell
        self.theme = theme
        self.writer = writer
        self.hasPixelMouse = hasPixelMouse
        colors = look.colors
        notes = TextNotes(look.colors, Palette(Theme.named(theme)))
        grid = PictureFace.grid(layout, cell)
        bitmap = PictureFace.bitmap(grid)
        self.writer.begin(grid)
    }

    private static func grid(_ layout: PanelLayout, _ cell: PixelSize) -> PictureGrid {
        PictureGrid(
            columns: min(layout.view.columns, PictureGrid.largest.columns),
            rows: min(max(1, layout.rows - 1), PictureGrid.largest.rows), cell: cell)
    }

    private static func bitmap(_ grid: PictureGrid) -> Bitmap {
        Bitmap(width: grid.size.width, height: grid.size.height, format: .bgr888)
    }

    private func regrid() {
        grid = PictureFace.grid(layout, cell)
        bitmap = PictureFace.bitmap(grid)
        isWhole = false
        invalidate()
    }

    var view: Request {
        Request(
            .view,
            [
                "width": .integer(grid.size.width), "height": .integer(grid.size.height), "format": .text("png"),
                "hands": .text("keys"), "theme": .text(theme.rawValue),
                "pixels_per_mm": .number(min(100, max(0.5, Double(cell.height) / PictureFace.cellHeight))),
            ])
    }

    func add(_ frame: ViewFrame) {
        if let width = frame.width, let height = frame.height {
            // A picture of another size was drawn before the terminal's size changed, and is not shown.
            isWhole = width == grid.size.width && height == grid.size.height
        }
        guard isWhole else { return }
        for part in frame.parts {
            // If a part cannot be decoded, its pixels stay as they are.
            guard let pixels = try? Bitmap(png: part.png).pixels, bitmap.pixels.copy(pixels, toX: part.x, y: part.y)
            else {
                continue
            }
            damage.append(PixelRect(x: part.x, y: part.y, width: pixels.width, height: pixels.height))
        }
    }

    func bytes(_ text: PanelText) -> [UInt8] {
        var bytes = Array("\u{1B}[?2026h".utf8)
        let emptyCount = bytes.count
        (notes.line, notes.box) = (text.line, text.box)
        var rectangles = damage.count > PictureFace.mostRectangles ? [whole] : damage
        if isNew {
            rectangles = isWhole ? [whole] : []
            notes.invalidate()
            let line = CellBox(column: 0, row: layout.rows - 1, columns: layout.columns, rows: 1)
            bytes += writer.lineGround(line, notes.palette[.raised]).utf8
            // Until a whole picture has arrived, the area of the picture shows the background.
            isNew = false
        }
        damage = []
        let uncovered = notes.write(layout, writer.cover, to: &bytes).map(grid.pixels)
        if writer.hasTextAbove {
            if !rectangles.isEmpty { writer.write(bitmap.pixels, rectangles, to: &bytes) }
        } else {
            // Where text was erased, the picture is drawn again. Drawing the picture overwrites text, so a box that is
            // still shown is written again.
            if isWhole { rectangles += uncovered }
            if !rectangles.isEmpty {
                writer.write(bitmap.pixels, rectangles, to: &bytes)
                notes.writeAgain(to: &bytes)
            }
        }
        guard bytes.count > emptyCount else { return [] }
        return bytes + Array("\u{1B}[?2026l".utf8)
    }

    private var whole: PixelRect { PixelRect(x: 0, y: 0, width: grid.size.width, height: grid.size.height) }

    func invalidate() {
        writer.begin(grid)
        isNew = true
        damage = []
    }

    func place(column: Int, row: Int) -> MousePlace {
        guard hasPixelMouse else {
            return MousePlace(
                column: column, row: row,
                inView: Point(
                    x: (Double(column) + 0.5) * Double(cell.width), y: (Double(row) + 0.5) * Double(cell.height)))
        }
        return MousePlace(
            column: column / cell.width, row: row / cell.height,
            inView: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
    }
}
