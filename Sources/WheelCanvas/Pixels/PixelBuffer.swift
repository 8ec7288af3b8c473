/// A rectangle of pixels in memory that someone else owns, such as a mapped frame buffer.
///
/// `bytesPerRow` is free: rows may be padded, and a part of a larger picture is a buffer too.
public struct PixelBuffer {
    public let base: UnsafeMutableRawPointer
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    public let format: PixelFormat

    public init(base: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: PixelFormat) {
        precondition(width >= 0 && height >= 0 && bytesPerRow >= width * format.bytesPerPixel)
        self.base = base
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.format = format
    }

    /// The colour of one pixel: for tests and for outputs without pixels of their own, not for drawing.
    public subscript(x: Int, y: Int) -> Color {
        precondition(x >= 0 && x < width && y >= 0 && y < height)
        return Color(format.load(base + y * bytesPerRow + x * format.bytesPerPixel) & 0xFF_FFFF)
    }

    /// Writes rows of pixels that lie `pitch` apart; with a pitch of 0 all rows are the same.
    @inline(never)
    func write(_ words: UnsafePointer<UInt32>, pitch: Int, rows: Span, columns: Span) {
        var target = pixel(Int(columns.from), Int(rows.from))
        var source = words + Int(columns.from)
        var y = rows.from
        while y < rows.to {
            format.store(source, count: Int(columns.count), to: target)
            target += bytesPerRow
            source += pitch
            y &+= 1
        }
    }

    @inline(__always)
    func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        base + y * bytesPerRow + x * format.bytesPerPixel
    }
}

/// A picture in memory of its own, freed with it.
public final class Bitmap {
    public let pixels: PixelBuffer

    /// Black at first. `padding` bytes more per row than the pixels need.
    public init(width: Int, height: Int, format: PixelFormat = .xrgb8888, padding: Int = 0) {
        let bytesPerRow = width * format.bytesPerPixel + padding
        let byteCount = bytesPerRow * height + Ground.slack * 4
        let base = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        pixels = PixelBuffer(base: base, width: width, height: height, bytesPerRow: bytesPerRow, format: format)
    }

    deinit {
        pixels.base.deallocate()
    }
}
