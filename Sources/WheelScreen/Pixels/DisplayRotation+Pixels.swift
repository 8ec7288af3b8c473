import WheelCanvas
public import WheelCore

extension DisplayRotation {
    /// The size of the upright picture on a screen of `size`. Conversely, the size of the screen for a picture of
    /// `size`.
    public func turned(_ size: PixelSize) -> PixelSize {
        switch self {
        case .none, .half: size
        case .quarter, .threeQuarters: PixelSize(width: size.height, height: size.width)
        }
    }

    /// The rectangle on the screen that shows a rectangle of the picture.
    func onScreen(_ rect: PixelRect, picture: PixelSize) -> PixelRect {
        switch self {
        case .none: rect
        case .quarter:
            PixelRect(x: picture.height - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width)
        case .half:
            PixelRect(
                x: picture.width - rect.x - rect.width, y: picture.height - rect.y - rect.height, width: rect.width,
                height: rect.height)
        case .threeQuarters:
            PixelRect(x: rect.y, y: picture.width - rect.x - rect.width, width: rect.height, height: rect.width)
        }
    }
}
