import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// The terminal of the panel: the face that draws on it, and the counts of the view's frames that are not confirmed
/// yet.
///
/// A frame of the view is confirmed to the daemon once the terminal has processed it. Until then nothing is written,
/// and further frames are coalesced in the face, so that frames for a slow terminal accumulate neither here nor in the
/// daemon. For example: two frames arrive while the terminal draws. The next `show` writes the changes of both frames,
/// and two frames are confirmed when the terminal has answered.
final class PanelTerminal {
    private let session: TerminalSession
    private let look = TerminalLook()
    private let asked: ThemeName?
    private var kind = TerminalAnswers.Face.cells
    private var theme: ThemeName
    private(set) var face: any PanelFace
    private(set) var isSuspended = false
    /// The number of frames in the face that were not sent yet, and of sent frames that the terminal has not processed
    /// yet.
    private var counts = (taken: 0, sent: 0)
    /// Lines that were not written yet, for a terminal without control sequences.
    private var lines: [(key: String?, text: String)] = []
    /// Whether to show events beside the view; `nil` shows them in a wide terminal.
    private var wantsEvents: Bool?

    init(graphics: TerminalGraphics?, theme: ThemeName?) throws(TerminalProblem) {
        session = try TerminalSession(graphics: graphics)
        asked = theme
        self.theme = theme ?? .dark
        face = CharacterFace(PanelLayout(session.size), look, self.theme)
        _ = changeFace()
    }

    var isDumb: Bool { look.isDumb }
    var alphabet: CellAlphabet { look.alphabet }
    var layout: PanelLayout { face.layout }
    var descriptorNumber: Int32 { session.descriptorNumber }
    var interest: Readiness { isSuspended ? [] : session.interest }
    var deadline: Instant? { isSuspended ? nil : session.deadline }

    /// The request for a view. With a terminal without control sequences (`TERM=dumb`) the panel acts as a hand and
    /// shows no picture. But the daemon lets a client act as a hand only on a view, so the smallest view is requested.
    /// The frames of that view are never confirmed, so the daemon soon stops drawing.
    var view: Request {
        guard !isDumb else {
            return Request(
                .view, ["width": .integer(1), "height": .integer(1), "format": .text("cells"), "hands": .text("keys")])
        }
        return face.view
    }

    // MARK: What it shows.

    func add(_ frame: ViewFrame) {
        guard !isDumb else { return }
        face.add(frame)
        counts.taken += 1
    }

    /// Drops the counts of frames to confirm, since the view of these frames has ended.
    func resetFrames() { counts = (0, 0) }

    /// Adds a line for a terminal without control sequences. The new line replaces a line with the same key that was
    /// not written yet.
    func say(_ text: String, replacing key: String? = nil) {
        if let key, let place = lines.firstIndex(where: { $0.key == key }) { lines.remove(at: place) }
        lines.append((key, ForeignText.visible(text)))
        if lines.count > PanelTerminal.mostLines { lines.removeFirst() }
    }

    private static let mostLines = 1000

    /// Echoes typed text, without ending the line.
    func echo(_ text: String) { session.send(ForeignText.visible(text)) }

    /// Shows the changes if the terminal has processed the previous frame. Returns the number of frames of the view
    /// that the terminal has shown since the last call.
    func show(_ text: @autoclosure () -> PanelText) throws(TerminalProblem) -> Int {
        guard !isSuspended else { return 0 }
        try session.proceed()
        guard !session.isBusy else { return 0 }
        if isDumb {
            guard !lines.isEmpty else { return 0 }
            let text = lines.map { $0.text + "\r\n" }.joined()
            lines = []
            try session.send(frame: Array(text.utf8))
            return 0
        }
        var shown = counts.sent
        counts.sent = 0
        let bytes = face.bytes(text())
        if bytes.isEmpty {
            shown += counts.taken
        } else {
            try session.send(frame: bytes)
            counts.sent = counts.taken
            if !session.isBusy {
                shown += counts.sent
                counts.sent = 0
            }
        }
        counts.taken = 0
        return shown
    }

    func prove() throws(TerminalProblem) { try session.prove() }

    // MARK: What it is.

    /// Evaluates the terminal's answers. Returns whether another view must be requested from the daemon.
    func consume(_ answers: [TerminalAnswer], at now: Instant) -> Bool {
        session.consume(answers, at: now)
        return changeFace()
    }

    /// Reads the size of the terminal. Returns whether another view must be requested from the daemon.
    func checkSize() throws(TerminalProblem) -> Bool {
        guard !isSuspended, try session.checkSize() else { return false }
        resize()
        return true
    }

    private func resize() {
        guard !changeFace() else { return }
        if !isDumb, let picture = face as? PictureFace {
            session.send(picture.ending + CellWriter.erase + picture.setup)
        }
        face.layout = newLayout
        face.invalidate()
    }

    private var newLayout: PanelLayout {
        PanelLayout(session.size, wantsEvents: wantsEvents, canShowEvents: face.canShowEvents)
    }

    /// Shows or hides the events. Returns whether another view must be requested from the daemon.
    func toggleEvents() -> Bool {
        guard layout.canHaveEvents else { return false }
        wantsEvents = !layout.showsEvents
        face.layout = newLayout
        return true
    }

    /// Selects the face and the theme according to the terminal's answers. Returns whether either has changed.
    private func changeFace() -> Bool {
        guard !isDumb else { return false }
        let ground = session.answers.ground.map { Color($0).isLight ? ThemeName.light : .dark }
        let newTheme = asked ?? ground ?? .dark
        let new = session.face(at: MonotonicClock.now)
        guard new != kind || newTheme != theme else { return false }
        (kind, theme) = (new, newTheme)
        switch new {
        case .cells:
            face = CharacterFace(PanelLayout(session.size, wantsEvents: wantsEvents), look, theme)
            // Undoes the setup of pictures.
            session.extend(setup: "", ending: "")
        case .kitty(let cell): showPictures(KittyWriter(), cell)
        case .sixel(let cell, let area, let registers): showPictures(SixelWriter(area, registers), cell)
        }
        return true
    }

    private func showPictures(_ writer: any PictureWriter, _ cell: PixelSize) {
        let layout = PanelLayout(session.size, canShowEvents: false)
        let picture = PictureFace(
            layout, look, theme, writer, cell: cell, hasPixelMouse: session.answers.hasPixelMouse)
        face = picture
        session.extend(setup: picture.setup, ending: picture.ending)
    }

    // MARK: Leaving it to others.

    /// Restores the terminal, so that another program can use it until `resume`.
    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        session.suspend()
    }

    /// Shows the panel again after `suspend`. Returns whether another view must be requested from the daemon.
    func resume() throws(TerminalProblem) -> Bool {
        guard isSuspended else { return false }
        isSuspended = false
        try session.resume()
        let isOther = try session.checkSize()
        resize()
        return isOther
    }
}

extension Color {
    /// Whether black text is easier to read on this colour than white text: whether the luminance, with the weights of
    /// Rec. 709, is above 140 of 255.
    fileprivate var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) > 10000 * 140 }
}
