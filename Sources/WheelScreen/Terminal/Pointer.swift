import Synchronization

/// The step of the mouse's reports at a terminal, in pixels of the picture: a cell, or a pixel. The render thread knows
/// it, and the loop's thread reads the mouse.
final class Pointer: Sendable {
    private let packed = Atomic<Int>(CellGrid.cellWidth << 32 | CellGrid.cellHeight)

    var step: PixelSize {
        get {
            let number = packed.load(ordering: .relaxed)
            return PixelSize(width: number >> 32, height: number & 0xFFFF_FFFF)
        }
        set { packed.store(newValue.width << 32 | newValue.height, ordering: .relaxed) }
    }
}
