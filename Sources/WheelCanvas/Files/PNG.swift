internal import CPNG

extension PixelBuffer {
    /// The PNG file of this picture, in memory. With `fast`, the file is made in a fraction of the time, but is larger.
    public func png(fast: Bool = false) throws(CanvasError) -> [UInt8] {
        var image = png_image(self, C_PNG_FORMAT_RGB)
        if fast { image.flags |= png_uint_32(PNG_IMAGE_FLAG_FAST) }
        guard format != .bgr888 else { return try image.file(base, bytesPerRow, bytesPerPixel: 3) }
        return try image.file(rgb(), 0, bytesPerPixel: 3)
    }

    /// The PNG file of this picture, in memory, with a palette of its colours. With one byte for each pixel, there are
    /// fewer bytes to compress. In a picture with more than 256 colours, each channel may be off by one. If there are
    /// still too many colours, the file has no palette.
    public func palettePNG() throws(CanvasError) -> [UInt8] {
        guard let indexed = IndexedPixels(self) ?? IndexedPixels(self, merges: true) else {
            return try png(fast: true)
        }
        var image = png_image(self, C_PNG_FORMAT_RGB_COLORMAP)
        image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
        image.colormap_entries = png_uint_32(indexed.colors.count)
        let palette = indexed.colors.flatMap { color in
            [
                UInt8(truncatingIfNeeded: color >> 16), UInt8(truncatingIfNeeded: color >> 8),
                UInt8(truncatingIfNeeded: color),
            ]
        }
        return try image.file(indexed.indices, 0, bytesPerPixel: 1, palette)
    }

    public func writePNG(to path: String) throws(CanvasError) {
        let rows = rgb()
        var image = png_image(self, C_PNG_FORMAT_RGB)
        guard png_image_write_to_file(&image, path, 0, rows, 0, nil) != 0 else {
            throw CanvasError.picture(path: path, reason: image.reason)
        }
    }

    /// The pixels as bytes: red, green, blue.
    private func rgb() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
            for y in 0..<height {
                for x in 0..<width {
                    let color = self[x, y]
                    bytes[count] = color.red
                    bytes[count + 1] = color.green
                    bytes[count + 2] = color.blue
                    count += 3
                }
            }
        }
    }
}

extension Bitmap {
    /// Reads a PNG file. Transparent pixels are blended with black.
    public convenience init(png path: String) throws(CanvasError) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        guard png_image_begin_read_from_file(&image, path) != 0 else {
            throw CanvasError.picture(path: path, reason: image.reason)
        }
        try self.init(&image, path)
    }

    /// Reads a PNG file in memory.
    public convenience init(png file: [UInt8]) throws(CanvasError) {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        // libpng keeps the address until it has read the pixels, so the bytes are copied to memory that does not move.
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
        defer { bytes.deallocate() }
        bytes.copyBytes(from: file)
        guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
            throw CanvasError.picture(path: "in memory", reason: image.reason)
        }
        try self.init(&image, "in memory")
    }

    private convenience init(_ image: inout png_image, _ path: String) throws(CanvasError) {
        image.format = C_PNG_FORMAT_RGB
        self.init(width: Int(image.width), height: Int(image.height), format: .bgr888)
        var black = png_color(red: 0, green: 0, blue: 0)
        let stride = png_int_32(truncatingIfNeeded: pixels.bytesPerRow)
        guard png_image_finish_read(&image, &black, pixels.base, stride, nil) != 0 else {
            throw CanvasError.picture(path: path, reason: image.reason)
        }
    }
}

extension png_image {
    init(_ pixels: PixelBuffer, _ format: png_uint_32) {
        self.init()
        version = png_uint_32(PNG_IMAGE_VERSION)
        self.format = format
        width = png_uint_32(pixels.width)
        height = png_uint_32(pixels.height)
    }

    /// The PNG file of some pixels, in memory. A stride of 0 means rows without gaps.
    mutating func file(
        _ pixels: UnsafeRawPointer, _ stride: Int, bytesPerPixel: Int, _ palette: [UInt8]? = nil
    ) throws(CanvasError) -> [UInt8] {
        // Each row has one more byte, for its filter. Pixels that cannot be compressed need 5 more bytes for each 16
        // KiB, and 12 more for each chunk of 8 KiB: less than the 32 bytes for each 8 KiB that `raw / 256` adds.
        let raw = (Int(width) * bytesPerPixel + 1) * Int(height)
        var length = raw + raw / 256 + 1024 + (palette?.count ?? 0)
        var failed = false
        let file = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            failed =
                png_image_write_to_memory(
                    &self, bytes.baseAddress, &length, 0, pixels, png_int_32(truncatingIfNeeded: stride), palette) == 0
            count = failed ? 0 : length
        }
        guard !failed else { throw CanvasError.picture(path: "in memory", reason: reason) }
        return file
    }

    /// libpng's message for the last call.
    var reason: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// A picture whose pixels are indices of its colours, from left to right and from top to bottom.
struct IndexedPixels {
    private(set) var colors: [UInt32] = []
    let indices: [UInt8]

    /// `nil` if the picture has more than 256 colours. With `merges`, each channel is first rounded, by at most one.
    init?(_ pixels: PixelBuffer, merges: Bool = false) {
        var colors: [UInt32] = []
        var numbers: [UInt32: UInt8] = [:]
        var isFull = false
        indices = [UInt8](unsafeUninitializedCapacity: pixels.width * pixels.height) { bytes, count in
            // Most pixels have the colour of the pixel before, whose index is then used again.
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

    /// Rounds each channel to the middle of three neighbouring values.
    private static func merged(_ color: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 { min((color >> shift & 0xFF) / 3 * 3 + 1, 255) << shift }
        return channel(16) | channel(8) | channel(0)
    }
}
