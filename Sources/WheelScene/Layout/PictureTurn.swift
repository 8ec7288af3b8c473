public import WheelGeometry

/// How far the picture is turned clockwise on its screen.
public enum PictureTurn: Int, CaseIterable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    /// The size of a picture that fills a screen of `size`.
    public func picture(on size: Size) -> Size {
        switch self {
        case .none, .half: size
        case .quarter, .threeQuarters: Size(width: size.height, height: size.width)
        }
    }

    /// From the picture to a screen of `size`.
    public func transform(to size: Size) -> AffineTransform {
        let picture = picture(on: size)
        return AffineTransform.rotation(
            by: .degrees(Double(rawValue)), about: Point(x: picture.width / 2, y: picture.height / 2)
        )
        .then(.translation(by: Vector(dx: (size.width - picture.width) / 2, dy: (size.height - picture.height) / 2)))
    }
}
