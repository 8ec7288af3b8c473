import Synchronization
import WheelCore
import WheelScene

/// The step of the mouse's reports at a terminal, in pixels of the picture: a cell, or a pixel. The render thread knows
/// it, and the loop's thread reads the mouse.
final class Pointer: Sendable {
    /// On a terminal that shows characters.
    static let characters = PixelSize(width: Int(CellFace.cell.width), height: Int(CellFace.cell.height))

    private let packed = Atomic<Int>(Int(CellFace.cell.width) << 32 | Int(CellFace.cell.height))

    var step: PixelSize {
        get {
            let number = packed.load(ordering: .relaxed)
            return PixelSize(width: number >> 32, height: number & 0xFFFF_FFFF)
        }
        set { packed.store(newValue.width << 32 | newValue.height, ordering: .relaxed) }
    }
}
