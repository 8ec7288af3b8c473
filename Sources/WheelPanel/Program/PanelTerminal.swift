import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// The terminal of the panel: the face that draws on it, and how much of the view it has shown.
///
/// A frame of the view is confirmed to the daemon once the terminal has worked on it. Until then nothing is written, and further
/// frames are coalesced in the face: so the frames of a slow line do not pile up, neither here nor in the daemon. An example: two frames
/// arrive while the terminal draws. The next `show` writes what both have changed, and reports two when the terminal has answered.
final class PanelTerminal {
    private let session: TerminalSession
    private let look = TerminalLook()
    private let asked: ThemeName?
    private var kind = TerminalAnswers.Face.cells
    private var theme: ThemeName
    private(set) var face: any PanelFace
    private(set) var isSuspended = false
    /// Frames that are in the face, and frames on their way to the terminal.
    private var counts = (taken: 0, sent: 0)
    /// The lines of a terminal without control sequences, which wait for it.
    private var lines: [(key: String?, text: String)] = []
    /// Whether events are shown beside the view; `nil`: where there is much room.
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

    /// What the daemon is asked for. A terminal without control sequences (`TERM=dumb`) needs a hand, which the daemon gives with a view
    /// alone: so it opens the smallest one. It confirms none of its frames, and the daemon soon draws no more of them.
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

    /// The view whose frames would be confirmed is gone.
    func resetFrames() { counts = (0, 0) }

    /// A line for a terminal without control sequences. One with the same key that still waits is replaced.
    func say(_ text: String, replacing key: String? = nil) {
        if let key, let place = lines.firstIndex(where: { $0.key == key }) { lines.remove(at: place) }
        lines.append((key, ForeignText.visible(text)))
        if lines.count > PanelTerminal.mostLines { lines.removeFirst() }
    }

    private static let mostLines = 1000

    /// What is typed, which ends no line.
    func echo(_ text: String) { session.send(ForeignText.visible(text)) }

    /// Shows what is new if the terminal is done with what it had. Returns the number of frames that it has shown.
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

    /// Returns whether the daemon has to be asked for another view.
    func consume(_ answers: [TerminalAnswer], at now: Instant) -> Bool {
        session.consume(answers, at: now)
        return changeFace()
    }

    /// The size has changed. Returns whether the daemon has to be asked for another view.
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

    /// Returns whether the daemon has to be asked for another view.
    func toggleEvents() -> Bool {
        guard layout.canHaveEvents else { return false }
        wantsEvents = !layout.showsEvents
        face.layout = newLayout
        return true
    }

    /// Changes to the face and the theme that the terminal's answers allow. Returns whether one is new.
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
            // Undoes what the pictures have set up.
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

    /// Restores it, so that another program may use it until `resume`.
    func suspend() {
        guard !isSuspended else { return }
        isSuspended = true
        session.suspend()
    }

    /// Returns whether the daemon has to be asked for another view.
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
    /// Whether black is easier to read on it than white: by its luminance, with the weights of Rec. 709.
    fileprivate var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) > 10000 * 140 }
}
