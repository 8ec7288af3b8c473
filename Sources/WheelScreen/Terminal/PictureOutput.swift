import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// Writes parts of a picture as the control sequences of one protocol.
protocol PictureWriter {
    /// What has to be sent once before the first picture, and what undoes it and removes all pictures.
    var setup: String { get }
    var ending: String { get }
    /// Whether text can stand over a picture, which is whole again when the text goes.
    var hasTextAbove: Bool { get }
    /// The sequences that cover the picture with the ground of notes, or uncover it.
    func cover(_ box: CellBox?, _ color: Color) -> String
    /// The sequences that give the line of text below the picture its ground; empty if the backgrounds of characters do.
    func lineGround(_ line: CellBox, _ color: Color) -> String
    /// The terminal shows no picture. `grid` is for all pictures from now on.
    mutating func begin(_ grid: PictureGrid)
    /// The cells of the page.
    mutating func arrange(_ cells: [PixelRect])
    /// Appends the sequences that show the damaged parts of the picture.
    mutating func write(_ pixels: PixelBuffer, _ damage: [PixelRect], to bytes: inout [UInt8])
}

/// The picture of a display on a terminal with pixels, above the line of keys.
final class PictureOutput: TerminalFace {
    let name: String
    var pixels: PixelBuffer { bitmap.pixels }
    let textRendering = TextRendering.drawn

    /// The height of a character cell in millimetres, as people set their terminals.
    private static let cellHeight = 4.4
    /// The most rectangles of a frame. There may be hundreds of one row each.
    private static let mostRectangles = 32

    private let session: TerminalSession
    private let cell: PixelSize
    private var writer: any PictureWriter
    private var grid: PictureGrid
    private var bitmap: Bitmap
    private let look: TerminalLook
    private var notes: TextNotes
    private var surroundings = CellSurroundings()
    /// Whether the terminal shows nothing of the picture.
    private var isNew = true
    private var bytes: [UInt8] = []

    init(_ session: TerminalSession, _ writer: any PictureWriter, _ protocolName: String, cell: PixelSize) {
        self.session = session
        self.writer = writer
        self.cell = cell
        look = TerminalLook(session.forced)
        notes = TextNotes(look.colors)
        name = "\(session.name), \(protocolName)"
        grid = PictureOutput.grid(session, cell)
        bitmap = Bitmap(width: grid.size.width, height: grid.size.height)
        self.writer.begin(grid)
        let hasPixelMouse = session.answers.hasPixelMouse
        session.extend(
            setup: writer.setup + (hasPixelMouse ? "\u{1B}[?1016h" : ""),
            // The usual reports are off at the end, too.
            ending: writer.ending + (hasPixelMouse ? "\u{1B}[?1016l" : ""))
    }

    private static func grid(_ session: TerminalSession, _ cell: PixelSize) -> PictureGrid {
        // The face changes to cells before this can fail.
        PictureGrid(in: session.size, cell: cell) ?? PictureGrid(columns: 1, rows: 1, cell: cell)
    }

    var pixelsPerMillimetre: Double? { Double(cell.height) / PictureOutput.cellHeight }
    var mouseStep: PixelSize { session.answers.hasPixelMouse ? PixelSize(width: 1, height: 1) : cell }

    func arrange(_ cells: [PixelRect]) { writer.arrange(cells) }

    func show(_ damage: DamageRegion) throws(ScreenProblem) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: "\u{1B}[?2026h".utf8)
        let emptyCount = bytes.count
        var rectangles = damage.rectangles(atMost: PictureOutput.mostRectangles)
        if isNew {
            rectangles = [PixelRect(x: 0, y: 0, width: grid.size.width, height: grid.size.height)]
            notes.invalidate()
            let line = CellBox(column: 0, row: session.size.rows - 1, columns: session.size.columns, rows: 1)
            bytes.append(contentsOf: writer.lineGround(line, notes.theme[.raised]).utf8)
        }
        isNew = false
        let uncovered = notes.write(session.size, writer.cover, to: &bytes).map(grid.pixels)
        if writer.hasTextAbove {
            writer.write(bitmap.pixels, rectangles, to: &bytes)
        } else {
            // The text is erased where the picture was, and written again above it.
            rectangles += uncovered
            writer.write(bitmap.pixels, rectangles, to: &bytes)
            if !rectangles.isEmpty { notes.writeAgain(to: &bytes) }
        }
        guard bytes.count > emptyCount else { return }
        bytes.append(contentsOf: "\u{1B}[?2026l".utf8)
        try session.send(frame: bytes)
    }

    func surround(_ new: CellSurroundings) { surroundings = new }

    var keyColumns: Int? { grid.columns }

    func record(_ state: SceneState, _ theme: Theme) {
        let size = CellScreen(columns: grid.columns, rows: session.size.rows, alphabet: look.alphabet)
        let new = CellNotes(state, size, surroundings)
        (notes.line, notes.box, notes.theme) = (new.line, new.box, theme)
    }

    func blank(_ isBlank: Bool) throws(ScreenProblem) {
        session.send(writer.ending + CellWriter.erase + writer.setup)
        writer.begin(grid)
        isNew = true
        if !isBlank { try show(DamageRegion()) }
    }

    func resize() {
        session.send(writer.ending + CellWriter.erase + writer.setup)
        grid = PictureOutput.grid(session, cell)
        bitmap = Bitmap(width: grid.size.width, height: grid.size.height)
        writer.begin(grid)
        isNew = true
    }
}
