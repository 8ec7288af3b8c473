import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// The cell face on a terminal: characters alone. Rotation does not apply.
final class TerminalOutput: TerminalFace {
    var name: String { session.name }
    /// Nothing is drawn. A client that asks for the picture gets one of `size`.
    var pixels: PixelBuffer { bitmap.pixels }
    let textRendering = TextRendering.cells

    private static let largest = CellScreen(columns: 1024, rows: 512)
    /// The largest picture for clients.
    private static let largestPicture = CellScreen(columns: 384, rows: 108)

    private let session: TerminalSession
    private let look: TerminalLook
    private let bitmap = Bitmap(width: 1, height: 1)
    private var shown: CellGrid?
    private var newest: (grid: CellGrid, theme: Theme)?
    /// The theme of what is shown.
    private var theme: Theme?
    /// The lines of a terminal without control sequences.
    private var said: [String] = []
    private var surroundings = CellSurroundings()
    private var writer: CellWriter

    init(_ session: TerminalSession) {
        self.session = session
        look = TerminalLook(session.forced)
        writer = CellWriter(look.colors)
    }

    var typed: CellScreen? {
        CellScreen(
            columns: max(1, min(session.size.columns, TerminalOutput.largest.columns)),
            rows: max(1, min(session.size.rows, TerminalOutput.largest.rows)), alphabet: look.alphabet)
    }

    var size: PixelSize {
        let (own, most) = (session.size, TerminalOutput.largestPicture)
        return PixelSize(
            width: max(1, min(own.columns, most.columns)) * Int(CellFace.cell.width),
            height: max(1, min(own.rows, most.rows)) * Int(CellFace.cell.height))
    }

    func type(_ state: SceneState, _ theme: Theme, at time: Instant) throws(ScreenProblem) {
        guard let screen = typed else { return }
        if look.isDumb { return try say(CellFace.lines(state, screen, surroundings, at: time)) }
        let face = CellFace(state, screen, surroundings, at: time)
        newest = (face.grid, theme)
        try show()
    }

    /// Writes the lines that are new. A terminal without control sequences scrolls.
    private func say(_ lines: [String]) throws(ScreenProblem) {
        let new = lines.filter { !said.contains($0) }
        said = lines
        guard !new.isEmpty else { return }
        // A label may hold what a terminal must not get.
        let text = new.map(ForeignText.visible).joined(separator: "\r\n") + "\r\n"
        try session.send(frame: Array(text.utf8))
    }

    private func show() throws(ScreenProblem) {
        guard let newest else { return }
        writer.write(newest.grid, over: newest.theme == theme ? shown : nil, newest.theme)
        (shown, theme) = newest
        if !writer.bytes.isEmpty { try session.send(frame: writer.bytes) }
    }

    func show(_ damage: DamageRegion) throws(ScreenProblem) {}

    func surround(_ new: CellSurroundings) { surroundings = new }

    func blank(_ isBlank: Bool) throws(ScreenProblem) {
        shown = nil
        guard !look.isDumb else { return }
        if isBlank {
            session.send(CellWriter.erase)
        } else {
            try show()
        }
    }

    /// The terminal has another size or shows nothing.
    func resize() { shown = nil }
}
