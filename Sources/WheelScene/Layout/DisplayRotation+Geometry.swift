public import WheelCore

extension DisplayRotation {
    /// The size of the picture that fills a screen of `size`. The function also converts a picture's size to the size
    /// of its screen.
    public func turned(_ size: Size) -> Size {
        switch self {
        case .none, .half: size
        case .quarter, .threeQuarters: Size(width: size.height, height: size.width)
        }
    }

    /// Maps the picture's pixels to the pixels of a screen of `size`.
    public func transform(to size: Size) -> AffineTransform {
        let picture = turned(size)
        return AffineTransform.rotation(
            by: .degrees(Double(rawValue)), about: Point(x: picture.width / 2, y: picture.height / 2)
        )
        .then(.translation(by: Vector(dx: (size.width - picture.width) / 2, dy: (size.height - picture.height) / 2)))
    }
}
