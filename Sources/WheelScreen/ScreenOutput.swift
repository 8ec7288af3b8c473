import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// An open screen. Only the render thread uses it.
///
/// A call that throws a `ScreenProblem` is the last one: the screen is then closed and opened again.
protocol ScreenOutput: AnyObject {
    /// The name in messages: "/dev/dri/card0 Virtual-1 1024×768".
    var name: String { get }
    /// The upright picture, whatever the rotation. It keeps its content.
    var pixels: PixelBuffer { get }
    /// The size of the upright picture in millimetres, as the driver reports it. It may be wrong. `nil`: it reports none.
    var millimetres: Size? { get }
    /// The size of the picture.
    var size: PixelSize { get }
    /// The size in characters, if the screen shows the cell face.
    var typed: CellScreen? { get }
    /// How text gets onto the screen.
    var textRendering: TextRendering { get }
    /// The pixels of a millimetre, if the screen knows better than the size of its picture says.
    var pixelsPerMillimetre: Double? { get }
    /// Whether a pixel has one bit.
    var hasTwoColours: Bool { get }
    /// The colour around the picture, which the theme has to go with.
    var ground: Color? { get }
    /// The columns of the line of keys below the picture, if it has one.
    var keyColumns: Int? { get }
    /// The state that the next picture shows, for what stands at it.
    func record(_ state: SceneState, _ theme: Theme)
    /// The places of the page's cells in the picture, whenever they have changed.
    func arrange(_ cells: [PixelRect])
    /// Copies the damaged part of `pixels` to the screen. Not called while `isBusy`.
    func show(_ damage: DamageRegion) throws(ScreenProblem)
    /// Shows the cell face of a state. Not called while `isBusy`.
    func type(_ state: SceneState, _ theme: Theme, at time: Instant) throws(ScreenProblem)
    /// Shows this around the page from the next frame on.
    func surround(_ new: CellSurroundings)
    /// Whether the screen limits the frame rate, by `isBusy` or by blocking in `show`.
    var pacesItself: Bool { get }
    /// Whether the previous frame is not shown yet. `proceed` updates it.
    var isBusy: Bool { get }
    /// When to look again although the descriptor is not ready: `isBusy` may have ended.
    var deadline: Instant? { get }
    /// The descriptor whose readiness requires a call of `proceed`.
    var descriptorNumber: Int32? { get }
    var interest: Readiness { get }
    /// Checks whether the previous frame is shown.
    func proceed() throws(ScreenProblem)
    /// Whether anything shows the picture.
    var isWatched: Bool { get }
    /// Whether a frame could be shown now. Otherwise nothing is drawn, except a picture that a client requests.
    var wantsFrames: Bool { get }
    /// Sends what is to be sent of the picture, after each wake of the thread.
    func deliver() throws(ScreenProblem)
    /// Switches the screen dark or on again.
    func blank(_ isBlank: Bool) throws(ScreenProblem)
    /// Checks the screen after devices have been added or removed. Returns `true` if its size has changed, so that all
    /// of the picture must be drawn again.
    func check() throws(ScreenProblem) -> Bool
    /// Takes what a terminal has answered. Returns `true` if all of the picture must be drawn again, maybe in another
    /// size.
    func consume(_ answers: [TerminalAnswer]) -> Bool
    /// Shows characters from now on, since there is no font for pictures. Returns whether the screen can.
    func leavePictures() -> Bool
    /// Leaves the screen to other programs until `resume`. After that all of the picture must be drawn again.
    func suspend()
    func resume() throws(ScreenProblem)
}

extension ScreenOutput {
    var size: PixelSize { PixelSize(width: pixels.width, height: pixels.height) }
    var millimetres: Size? { nil }
    var textRendering: TextRendering { .drawn }
    var hasTwoColours: Bool { false }
    var pixelsPerMillimetre: Double? { nil }
    var ground: Color? { nil }
    var keyColumns: Int? { nil }
    func record(_ state: SceneState, _ theme: Theme) {}
    func arrange(_ cells: [PixelRect]) {}
    var pacesItself: Bool { true }
    var typed: CellScreen? { nil }
    func type(_ state: SceneState, _ theme: Theme, at time: Instant) throws(ScreenProblem) {}
    func surround(_ new: CellSurroundings) {}
    var isBusy: Bool { false }
    var deadline: Instant? { nil }
    var descriptorNumber: Int32? { nil }
    var interest: Readiness { .readable }
    func proceed() throws(ScreenProblem) {}
    var isWatched: Bool { true }
    var wantsFrames: Bool { true }
    func deliver() throws(ScreenProblem) {}
    func consume(_ answers: [TerminalAnswer]) -> Bool { false }
    func leavePictures() -> Bool { false }
    func suspend() {}
    func resume() throws(ScreenProblem) {}
}

extension ScreenOutput {
    /// Throws if its picture is larger than a canvas may be.
    func checkSize() throws(ScreenProblem) {
        guard max(size.width, size.height) > Canvas.largestSide else { return }
        throw .unusable("\(name): \(size) pixels are too many, at most \(Canvas.largestSide) on a side")
    }
}
