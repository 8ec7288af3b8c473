/// A picture with its own memory, which is freed when its last buffer is released.
public final class Bitmap {
    public let pixels: PixelBuffer

    /// Makes a black picture. Each row has `padding` more bytes than its pixels need.
    public init(width: Int, height: Int, format: PixelFormat = .xrgb8888, padding: Int = 0) {
        let bytesPerRow = width * format.bytesPerPixel + padding
        let memory = Memory(byteCount: bytesPerRow * height)
        pixels = PixelBuffer(
            base: memory.base, width: width, height: height, bytesPerRow: bytesPerRow, format: format, owner: memory)
    }

    private final class Memory {
        let base: UnsafeMutableRawPointer

        init(byteCount: Int) {
            base = .allocate(byteCount: max(byteCount, 1), alignment: 64)
            base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        }

        deinit {
            base.deallocate()
        }
    }
}
