import LinuxSystem
import WheelCanvas

/// A screen that is open. Belongs to the render thread.
///
/// A call that throws `ScreenProblem` is its last: the screen is let go of and opened anew.
protocol Output: AnyObject {
    /// What it is, for people: "/dev/dri/card0 Virtual-1 1024×768".
    var name: String { get }
    /// Where the picture is drawn, upright whatever the rotation. It keeps what was drawn into it.
    var pixels: PixelBuffer { get }
    /// Brings what has changed in `pixels` to the screen. Not called while `isBusy`.
    func show(_ damage: DamageRegion) throws(ScreenProblem)
    /// Whether the frame before is still on its way; `proceed` tells when it has arrived.
    var isBusy: Bool { get }
    /// What there is to be read when a frame has arrived.
    var descriptorNumber: Int32? { get }
    /// Reads it.
    func proceed() throws(ScreenProblem)
    /// Makes it dark, or light again.
    func blank(_ isBlank: Bool) throws(ScreenProblem)
    /// Looks whether it is still there, after devices have come or gone.
    func check() throws(ScreenProblem)
}

extension Output {
    var size: PixelSize { PixelSize(width: pixels.width, height: pixels.height) }
    var isBusy: Bool { false }
    var descriptorNumber: Int32? { nil }
    func proceed() throws(ScreenProblem) {}
}
