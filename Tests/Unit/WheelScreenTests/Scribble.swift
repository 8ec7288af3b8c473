import TestSupport
import WheelCanvas
import WheelCore

@testable import WheelScreen

/// A picture of a few shapes that change at random.
struct Scribble {
    private var generator: SeededGenerator
    private let canvas: Canvas
    private let size: PixelSize
    private(set) var list = DisplayList()
    private var damage = DamageRegion()

    init(size: PixelSize, seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        canvas = Canvas(width: size.width, height: size.height)
        self.size = size
    }

    /// Draws the next frame, which differs a little or a lot from the previous one.
    mutating func drawNext(into pixels: PixelBuffer) -> DamageRegion {
        list.removeAll()
        for index in 0..<5 {
            let color = Color(UInt32(0x204080 * (index + 1) & 0xFFFFFF))
            let radius = generator.double(in: 2...Double(min(size.width, size.height)) / 6)
            list.add(.disc(center: place(), radius: radius), color: color)
            list.add(.capsule(from: place(), to: place(), width: 7), color: Color(0xF0F0F0))
        }
        canvas.draw(list, into: pixels, damage: &damage)
        return damage
    }

    /// The last frame of `drawNext`, drawn in full and not rotated.
    func whole(format: PixelFormat) -> Bitmap {
        let bitmap = Bitmap(width: size.width, height: size.height, format: format)
        var damage = DamageRegion()
        Canvas(width: size.width, height: size.height).draw(list, into: bitmap.pixels, damage: &damage)
        return bitmap
    }

    private mutating func place() -> Point {
        Point(x: generator.double(in: 0...Double(size.width)), y: generator.double(in: 0...Double(size.height)))
    }
}

/// The place on the screen of a pixel of the picture, computed as simply as possible.
func screenPixel(_ x: Int, _ y: Int, _ rotation: DisplayRotation, picture: PixelSize) -> (x: Int, y: Int) {
    switch rotation {
    case .none: (x, y)
    case .quarter: (picture.height - 1 - y, x)
    case .half: (picture.width - 1 - x, picture.height - 1 - y)
    case .threeQuarters: (y, picture.width - 1 - x)
    }
}

/// The number of pixels of the screen that differ from the picture.
func differences(_ bitmap: Bitmap, _ rotation: DisplayRotation, _ screen: PixelBuffer) -> Int {
    // The pixel buffer does not keep the bitmap alive.
    withExtendedLifetime(bitmap) { differences(bitmap.pixels, rotation, screen) }
}

private func differences(_ picture: PixelBuffer, _ rotation: DisplayRotation, _ screen: PixelBuffer) -> Int {
    let size = PixelSize(width: picture.width, height: picture.height)
    let bytes = picture.format.bytesPerPixel
    precondition(rotation.turned(size) == PixelSize(width: screen.width, height: screen.height))
    precondition(bytes == screen.format.bytesPerPixel)
    var count = 0
    for y in 0..<size.height {
        for x in 0..<size.width {
            let place = screenPixel(x, y, rotation, picture: size)
            let own = picture.base + y * picture.bytesPerRow + x * bytes
            let other = screen.base + place.y * screen.bytesPerRow + place.x * bytes
            for index in 0..<bytes
            where own.load(fromByteOffset: index, as: UInt8.self) != other.load(fromByteOffset: index, as: UInt8.self) {
                count += 1
                break
            }
        }
    }
    return count
}
