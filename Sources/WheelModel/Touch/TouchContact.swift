import WheelGeometry

/// A contact of a touch device in one frame.
public struct TouchContact: Equatable, Sendable {
    /// Constant from touching until lifting.
    public var id: Int
    /// Its place on the display, after the touch matrix.
    public var position: Point
    /// Whether the device reports a palm or another object that is not a finger.
    public var isPalm: Bool

    public init(id: Int, position: Point, isPalm: Bool = false) {
        self.id = id
        self.position = position
        self.isPalm = isPalm
    }
}
