import WheelCanvas
import WheelCore

extension PixelBuffer {
    /// Copies a picture, turned clockwise. Both have the same format of four bytes a pixel. For files, not for screens.
    func fill(from picture: PixelBuffer, turned turn: DisplayRotation) {
        precondition(format == picture.format && format.bytesPerPixel == 4)
        for y in 0..<height {
            for x in 0..<width {
                let (fromX, fromY) =
                    switch turn {
                    case .none: (x, y)
                    case .quarter: (y, width - 1 - x)
                    case .half: (width - 1 - x, height - 1 - y)
                    case .threeQuarters: (height - 1 - y, x)
                    }
                let pixel = picture.base.load(
                    fromByteOffset: fromY * picture.bytesPerRow + fromX * 4, as: UInt32.self)
                base.storeBytes(of: pixel, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
            }
        }
    }
}
