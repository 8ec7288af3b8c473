import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// How a terminal shows the picture: as characters or as pixels.
protocol TerminalFace: AnyObject {
    /// The name in messages: "terminal".
    var name: String { get }
    var pixels: PixelBuffer { get }
    var textRendering: TextRendering { get }
    var size: PixelSize { get }
    /// The size in characters, if it shows the cell face.
    var typed: CellScreen? { get }
    /// The density that the picture is laid out for; `nil` for the usual one.
    var pixelsPerMillimetre: Double? { get }
    /// The step of the mouse's reports, in pixels of the picture.
    var mouseStep: PixelSize { get }
    /// The columns of the line of keys below the picture, if it has one.
    var keyColumns: Int? { get }
    /// The cells of the page in the picture.
    func arrange(_ cells: [PixelRect])
    func show(_ damage: DamageRegion) throws(ScreenProblem)
    /// The next frame shows this state. What stands at the picture goes with it.
    func record(_ state: SceneState, _ theme: Theme)
    func type(_ state: SceneState, _ theme: Theme, at time: Instant) throws(ScreenProblem)
    func surround(_ new: CellSurroundings)
    func blank(_ isBlank: Bool) throws(ScreenProblem)
    /// The terminal has another size or shows nothing. All of the picture is drawn again.
    func resize()
}

extension TerminalFace {
    var size: PixelSize { PixelSize(width: pixels.width, height: pixels.height) }
    var typed: CellScreen? { nil }
    var pixelsPerMillimetre: Double? { nil }
    var mouseStep: PixelSize { Pointer.characters }
    var keyColumns: Int? { nil }
    func record(_ state: SceneState, _ theme: Theme) {}
    func type(_ state: SceneState, _ theme: Theme, at time: Instant) throws(ScreenProblem) {}
    func arrange(_ cells: [PixelRect]) {}
}

/// The terminal that the program runs in. It shows characters at once, and pixels as soon as the terminal has answered
/// that it can.
final class TerminalScreen: ScreenOutput {
    private let session: TerminalSession
    private var kind = TerminalAnswers.Face.cells
    private var face: any TerminalFace
    private let pointer: Pointer
    private var hasFont = true

    /// `pointer` gets the step of the mouse's reports.
    init(_ graphics: TerminalGraphics?, _ pointer: Pointer, path: String = "/dev/tty") throws(ScreenProblem) {
        session = try TerminalSession(path: path, graphics: graphics)
        self.pointer = pointer
        face = TerminalOutput(session)
        _ = changeFace()
    }

    var name: String { face.name }
    var pixels: PixelBuffer { face.pixels }
    var textRendering: TextRendering { face.textRendering }
    var pixelsPerMillimetre: Double? { face.pixelsPerMillimetre }
    var ground: Color? { session.answers.ground.map { Color($0) } }
    var pacesItself: Bool { false }
    var isBusy: Bool { session.isBusy }
    var deadline: Instant? { session.deadline }
    var descriptorNumber: Int32? { session.descriptorNumber }
    var interest: Readiness { session.interest }

    func arrange(_ cells: [PixelRect]) { face.arrange(cells) }
    var size: PixelSize { face.size }
    var typed: CellScreen? { face.typed }
    var keyColumns: Int? { face.keyColumns }
    func record(_ state: SceneState, _ theme: Theme) { face.record(state, theme) }
    func surround(_ new: CellSurroundings) { face.surround(new) }
    func proceed() throws(ScreenProblem) { try session.proceed() }
    func blank(_ isBlank: Bool) throws(ScreenProblem) { try face.blank(isBlank) }

    func show(_ damage: DamageRegion) throws(ScreenProblem) { try face.show(damage) }

    func type(_ state: SceneState, _ theme: Theme, at time: Instant) throws(ScreenProblem) {
        try face.type(state, theme, at: time)
    }

    func check() throws(ScreenProblem) -> Bool {
        guard try session.checkSize() else { return false }
        if !changeFace() { face.resize() }
        return true
    }

    func consume(_ answers: [TerminalAnswer]) -> Bool {
        let before = ground
        session.consume(answers, at: MonotonicClock.now)
        return changeFace() || ground != before
    }

    func leavePictures() -> Bool {
        hasFont = false
        return changeFace()
    }

    func suspend() { session.suspend() }

    func resume() throws(ScreenProblem) {
        try session.resume()
        _ = try session.checkSize()
        if !changeFace() { face.resize() }
    }

    /// Changes to what the terminal can show by its answers. Returns whether that is something else.
    private func changeFace() -> Bool {
        let new = hasFont ? session.face(at: MonotonicClock.now) : .cells
        defer { pointer.step = face.mouseStep }
        guard new != kind else { return false }
        kind = new
        switch new {
        case .cells:
            // What the pictures have set up goes with them.
            session.extend(setup: "", ending: "")
            face = TerminalOutput(session)
        case .kitty(let cell): face = PictureOutput(session, KittyWriter(), "Kitty graphics", cell: cell)
        case .sixel(let cell, let area, let registers):
            face = PictureOutput(session, SixelWriter(area, registers), "sixel", cell: cell)
        }
        return true
    }
}
