import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// How the terminal shows the view, and the panel's own text around it.
protocol PanelFace: AnyObject {
    /// What the daemon is asked for.
    var view: Request { get }
    var canShowEvents: Bool { get }
    var layout: PanelLayout { get set }
    /// The next `bytes` have the frame.
    func add(_ frame: ViewFrame)
    /// The bytes that show what has changed; empty if nothing has.
    func bytes(_ text: PanelText) -> [UInt8]
    /// The terminal shows nothing of it any more.
    func invalidate()
    /// What the mouse reports, as a cell and in the view's own measure.
    func place(column: Int, row: Int) -> MousePlace
}

struct MousePlace: Equatable {
    var column: Int
    var row: Int
    var inView: Point
}
