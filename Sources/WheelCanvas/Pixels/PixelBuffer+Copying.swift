extension PixelBuffer {
    /// Copies the pixels of another picture of the same format to a place in this one. Returns `false`, and copies nothing,
    /// if they do not lie in the picture.
    public func copy(_ other: PixelBuffer, toX x: Int, y: Int) -> Bool {
        precondition(format == other.format)
        guard x >= 0, y >= 0, x <= width - other.width, y <= height - other.height else { return false }
        for row in 0..<other.height {
            pixel(x, y + row).copyMemory(from: other.pixel(0, row), byteCount: other.width * format.bytesPerPixel)
        }
        return true
    }
}
