internal import CPNG

extension PixelBuffer {
    /// The PNG file of this picture, in memory, with a palette of its colours: a byte for each pixel, and fewer to
    /// compress. In a picture with more than 256 colours, each channel may be off by one; where that is not enough, the
    /// file has no palette.
    public func palettePNG() throws(CanvasError) -> [UInt8] {
        guard let indexed = IndexedPixels(self) ?? IndexedPixels(self, merges: true) else {
            return try png(fast: true)
        }
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.format = C_PNG_FORMAT_RGB_COLORMAP
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
        image.colormap_entries = png_uint_32(indexed.colors.count)
        let palette = indexed.colors.flatMap { color in
            [
                UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
                UInt8(truncatingIfNeeded: color),
            ]
        }
        // As for pictures without a palette, and 3 bytes for each colour.
        let raw = (width + 1) * height
        var length = raw + raw / 256 + 2048
        var failed = false
        let file = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            failed =
                png_image_write_to_memory(&image, bytes.baseAddress, &length, 0, indexed.indices, 0, palette) == 0
            count = failed ? 0 : length
        }
        guard !failed else { throw CanvasError.picture(path: "in memory", reason: image.reason) }
        return file
    }
}

/// A picture by the indices of its colours, from left to right and from the top.
struct IndexedPixels {
    private(set) var colors: [UInt32] = []
    let indices: [UInt8]

    /// `nil` for a picture with more than 256 colours. With `merges`, colours that differ by one from a third are that
    /// one.
    init?(_ pixels: PixelBuffer, merges: Bool = false) {
        var colors: [UInt32] = []
        var numbers: [UInt32: UInt8] = [:]
        var isFull = false
        indices = [UInt8](unsafeUninitializedCapacity: pixels.width * pixels.height) { bytes, count in
            // Most pixels have the colour of the one before.
            var (last, index) = (UInt32.max, UInt8(0))
            for y in 0..<pixels.height {
                var pixel = pixels.pixel(0, y)
                for _ in 0..<pixels.width {
                    let color = pixels.format.load(pixel) & 0xFF_FFFF
                    if color != last {
                        last = color
                        let shown = merges ? IndexedPixels.merged(color) : color
                        if let number = numbers[shown] {
                            index = number
                        } else if colors.count < 256 {
                            index = UInt8(colors.count)
                            numbers[shown] = index
                            colors.append(shown)
                        } else {
                            isFull = true
                            return
                        }
                    }
                    bytes[count] = index
                    count += 1
                    pixel += pixels.format.bytesPerPixel
                }
            }
        }
        guard !isFull else { return nil }
        self.colors = colors
    }

    /// The middle of three values of each channel.
    private static func merged(_ color: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 { min((color >> shift & 0xFF) / 3 * 3 + 1, 255) << shift }
        return channel(16) | channel(8) | channel(0)
    }
}
