public import WheelGeometry
public import WheelSettings

/// A picture that is turned clockwise on its screen: places on the one in terms of the other.
extension DisplayRotation {
    private var swapsSides: Bool { self == .quarter || self == .threeQuarters }

    /// How large the picture is on a screen of this size; and how large a screen it needs.
    public func turned(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The place in the picture that is shown at a place of the screen. Both are counted in shares of width and
    /// height, 0 to 1, so a touchscreen's own units will do.
    public func picturePlace(ofScreen place: Point) -> Point {
        switch self {
        case .none: place
        case .quarter: Point(x: place.y, y: 1 - place.x)
        case .half: Point(x: 1 - place.x, y: 1 - place.y)
        case .threeQuarters: Point(x: 1 - place.y, y: place.x)
        }
    }

    /// The other way round.
    public func screenPlace(ofPicture place: Point) -> Point {
        switch self {
        case .none: place
        case .quarter: Point(x: 1 - place.y, y: place.x)
        case .half: Point(x: 1 - place.x, y: 1 - place.y)
        case .threeQuarters: Point(x: place.y, y: 1 - place.x)
        }
    }
}
