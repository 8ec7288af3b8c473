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
    /// How text comes into it.
    var textRendering: TextRendering { get }
    /// Brings what has changed in `pixels` to the screen, and these lines of text over it. Not called while `isBusy`.
    func show(_ damage: DamageRegion, _ texts: [KeptText]) throws(ScreenProblem)
    /// Writes these lines over the picture, from the next frame on; none takes them away.
    func note(_ lines: [String])
    /// Whether the screen says when it can take the next frame, by `isBusy` or by keeping `show` waiting.
    var pacesItself: Bool { get }
    /// Whether the frame before is still on its way; `proceed` tells when it has arrived.
    var isBusy: Bool { get }
    /// What tells that `proceed` has something to do, and how.
    var descriptorNumber: Int32? { get }
    var interest: Readiness { get }
    /// Looks whether the frame has arrived.
    func proceed() throws(ScreenProblem)
    /// Makes it dark, or light again.
    func blank(_ isBlank: Bool) throws(ScreenProblem)
    /// Looks whether it is still there, after devices have come or gone. True if it has another size now: all of the
    /// picture is to be drawn again.
    func check() throws(ScreenProblem) -> Bool
}

extension Output {
    var size: PixelSize { PixelSize(width: pixels.width, height: pixels.height) }
    var textRendering: TextRendering { .drawn }
    var pacesItself: Bool { true }
    func note(_ lines: [String]) {}
    var isBusy: Bool { false }
    var descriptorNumber: Int32? { nil }
    var interest: Readiness { .readable }
    func proceed() throws(ScreenProblem) {}
}
