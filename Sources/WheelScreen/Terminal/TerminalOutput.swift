import LinuxSystem
import WheelCanvas
import WheelGeometry

/// The picture on a terminal without pixels, in true colour: half blocks for pixels, characters for text. Rotation does
/// not apply.
final class TerminalOutput: TerminalFace {
    var name: String { session.name }
    var pixels: PixelBuffer { bitmap.pixels }
    let textRendering = TextRendering.cells

    /// A smaller terminal shows a part of the picture.
    private static let smallest = (columns: 32, rows: 8)
    private static let largest = (columns: 1024, rows: 512)

    private let session: TerminalSession
    private var bitmap: Bitmap
    private var grid: CellGrid
    private var texts: [KeptText] = []
    private var writer = CellWriter()

    init(_ session: TerminalSession) {
        self.session = session
        (grid, bitmap) = TerminalOutput.picture(session.size)
    }

    private static func picture(_ size: Terminal.Size) -> (CellGrid, Bitmap) {
        let grid = CellGrid(
            columns: min(size.columns, largest.columns), rows: min(size.rows, largest.rows), smallest: smallest)
        return (grid, Bitmap(width: grid.pictureSize.width, height: grid.pictureSize.height))
    }

    func show(_ damage: DamageRegion, _ texts: [KeptText]) throws(ScreenProblem) {
        grid.apply(bitmap.pixels, damage)
        grid.replaceTexts(texts)
        self.texts = texts
        writer.removeAll()
        writer.beginFrame()
        let emptyCount = writer.bytes.count
        grid.write(to: &writer)
        guard writer.bytes.count > emptyCount else { return }
        writer.endFrame()
        try session.send(frame: writer.bytes)
    }

    func note(_ lines: [String]) { grid.replaceNote(lines) }

    func blank(_ isBlank: Bool) throws(ScreenProblem) {
        grid.invalidate()
        if isBlank {
            session.send(CellWriter.erase)
        } else {
            try show(DamageRegion(), texts)
        }
    }

    /// The size of the terminal has changed. All of the picture must be drawn again.
    func resize() {
        (grid, bitmap) = TerminalOutput.picture(session.size)
    }
}
