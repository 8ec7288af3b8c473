import WheelCanvas
import WheelCore

/// A shadow buffer: the upright picture in cached memory, in the screen's format. Damaged parts are rotated and copied
/// to the screen's memory, which is slow to read and often slow to write.
final class Shadow {
    let pixels: PixelBuffer
    private let rotation: DisplayRotation

    init(screen: PixelSize, rotation: DisplayRotation, format: PixelFormat) {
        let size = rotation.turned(screen)
        self.rotation = rotation
        pixels = Bitmap(width: size.width, height: size.height, format: format).pixels
    }

    func copy(_ damage: DamageRegion, to screen: PixelBuffer) {
        for index in 0..<damage.count { copy(damage[index], to: screen) }
    }

    func copyAll(to screen: PixelBuffer) {
        copy(PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height), to: screen)
    }

    private func copy(_ rect: PixelRect, to screen: PixelBuffer) {
        let size = pixels.format.bytesPerPixel
        switch rotation {
        case .none:
            for y in rect.y..<rect.y + rect.height {
                screen.pixel(rect.x, y).copyMemory(from: pixels.pixel(rect.x, y), byteCount: rect.width * size)
            }
        case .quarter, .half, .threeQuarters:
            switch size {
            case 4: turn(rect, to: screen, as: UInt32.self)
            case 2: turn(rect, to: screen, as: UInt16.self)
            default: turn(rect, to: screen, as: ThreeBytes.self)
            }
        }
    }

    /// Writes the screen's rows from left to right, because screen memory is uncached, and scattered writes to it would
    /// be slow. The cached picture may be read in any order.
    private func turn<Pixel: BitwiseCopyable>(_ rect: PixelRect, to screen: PixelBuffer, as type: Pixel.Type) {
        let place = rotation.onScreen(rect, picture: PixelSize(width: pixels.width, height: pixels.height))
        let (size, row) = (pixels.format.bytesPerPixel, pixels.bytesPerRow)
        // The source pixel for the upper left corner of the rectangle on the screen, and the byte offsets from any
        // source pixel to the source pixels of its right and lower neighbours on the screen.
        let (x, y, right, down) =
            switch rotation {
            case .none: (rect.x, rect.y, size, row)
            case .quarter: (rect.x, rect.y + rect.height - 1, -row, size)
            case .half: (rect.x + rect.width - 1, rect.y + rect.height - 1, -size, -row)
            case .threeQuarters: (rect.x + rect.width - 1, rect.y, row, -size)
            }
        var start = UnsafeRawPointer(pixels.pixel(x, y))
        for screenY in place.y..<place.y + place.height {
            let target = screen.pixel(place.x, screenY)
            var source = start
            for index in 0..<place.width {
                target.storeBytes(of: source.loadUnaligned(as: type), toByteOffset: index * size, as: type)
                source += right
            }
            start += down
        }
    }
}

private struct ThreeBytes: BitwiseCopyable {
    var first: UInt8
    var second: UInt8
    var third: UInt8
}
