import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// How the terminal shows the view, and the panel's own text around it.
protocol PanelFace: AnyObject {
    /// The request for the view that this face needs.
    var view: Request { get }
    var canShowEvents: Bool { get }
    var layout: PanelLayout { get set }
    /// Adds a frame. The next call of `bytes` includes its changes.
    func add(_ frame: ViewFrame)
    /// The bytes that show all changes; empty without changes.
    func bytes(_ text: PanelText) -> [UInt8]
    /// Records that the terminal no longer shows any part of the face.
    func invalidate()
    /// Converts a place in a mouse report into a cell, and into a point of the view.
    func place(column: Int, row: Int) -> MousePlace
}

struct MousePlace: Equatable {
    var column: Int
    var row: Int
    var inView: Point
}
