import LinuxSystem
import WheelCanvas
import WheelCore

/// An open screen. Only the render thread uses an output.
///
/// A call that throws a `ScreenProblem` is the last call: the screen is then closed and opened again.
protocol ScreenOutput: AnyObject {
    /// The name in messages, such as "/dev/dri/card0 Virtual-1 1024×768".
    var name: String { get }
    /// The upright picture, whatever the rotation. The content of the picture persists between frames.
    var pixels: PixelBuffer { get }
    /// The size of the upright picture in millimetres as the driver reports it, which may be wrong. `nil` if the driver
    /// reports none.
    var millimetres: Size? { get }
    /// Whether the screen has one bit per pixel.
    var hasTwoColours: Bool { get }
    /// Copies the damaged part of `pixels` to the screen. Not called while `isBusy`.
    func show(_ damage: DamageRegion) throws(ScreenProblem)
    /// Whether the screen limits the frame rate, by `isBusy` or by blocking in `show`.
    var pacesItself: Bool { get }
    /// Whether the previous frame is not shown yet. `proceed` updates this property.
    var isBusy: Bool { get }
    /// The time at which to call `proceed` even if the descriptor is not ready.
    var deadline: Instant? { get }
    /// The descriptor whose readiness requires a call of `proceed`.
    var descriptorNumber: Int32? { get }
    /// Checks whether the previous frame is shown.
    func proceed() throws(ScreenProblem)
    /// Whether the picture is visible anywhere.
    var isWatched: Bool { get }
    /// Whether a frame could be shown now. Otherwise a picture is drawn only for a client's request.
    var wantsFrames: Bool { get }
    /// Sends the frames that are due. Called after each wake of the thread.
    func deliver() throws(ScreenProblem)
    /// Makes the screen dark, or lights it again.
    func blank(_ isBlank: Bool) throws(ScreenProblem)
    /// Checks the screen after devices have been added or removed. Returns `true` if the screen's size has changed, so
    /// that the whole picture must be drawn again.
    func check() throws(ScreenProblem) -> Bool
}

extension ScreenOutput {
    var size: PixelSize { PixelSize(width: pixels.width, height: pixels.height) }
    var millimetres: Size? { nil }
    var hasTwoColours: Bool { false }
    var pacesItself: Bool { true }
    var isBusy: Bool { false }
    var deadline: Instant? { nil }
    var descriptorNumber: Int32? { nil }
    func proceed() throws(ScreenProblem) {}
    var isWatched: Bool { true }
    var wantsFrames: Bool { true }
    func deliver() throws(ScreenProblem) {}
}

extension ScreenOutput {
    /// Throws if the picture is larger than the maximum size of a canvas.
    func checkSize() throws(ScreenProblem) {
        guard max(size.width, size.height) > Canvas.largestSide else { return }
        throw .unusable("\(name): \(size) pixels are too many, at most \(Canvas.largestSide) on a side")
    }
}
