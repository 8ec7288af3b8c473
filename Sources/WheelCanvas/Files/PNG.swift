internal import CPNG

/// Pictures as PNG files.
extension PixelBuffer {
    /// The PNG file of this picture, in memory. `fast`: made in a fraction of the time, and larger.
    public func png(fast: Bool = false) throws(CanvasError) -> [UInt8] {
        var image = PixelBuffer.image(width: width, height: height)
        if fast { image.flags |= png_uint_32(PNG_IMAGE_FLAG_FAST) }
        // Each row has a byte more for its filter. Pixels that cannot be compressed need 5 bytes more for 16 KiB, and 12
        // for each chunk of 8 KiB.
        let raw = (width * 3 + 1) * height
        var length = raw + raw / 256 + 1024
        var failed = false
        let rows = format == .bgr888 ? [] : rgb()
        let file = [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
            if format == .bgr888 {
                let stride = png_int_32(truncatingIfNeeded: bytesPerRow)
                failed = png_image_write_to_memory(&image, bytes.baseAddress, &length, 0, base, stride, nil) == 0
            } else {
                failed = png_image_write_to_memory(&image, bytes.baseAddress, &length, 0, rows, 0, nil) == 0
            }
            count = failed ? 0 : length
        }
        guard !failed else { throw CanvasError.picture(path: "in memory", reason: image.reason) }
        return file
    }

    public func writePNG(to path: String) throws(CanvasError) {
        let rows = rgb()
        var image = PixelBuffer.image(width: width, height: height)
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

    private static func image(width: Int, height: Int) -> png_image {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.format = C_PNG_FORMAT_RGB
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        return image
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
        // libpng keeps the address until it has read the pixels.
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
    /// libpng's message for the last call.
    var reason: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
