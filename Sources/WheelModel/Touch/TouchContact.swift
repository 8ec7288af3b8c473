import WheelGeometry

/// A finger as a touch device reports it in one frame.
public struct TouchContact: Equatable, Sendable {
    /// One finger has the same from touching until it lifts.
    public var id: Int
    /// Where it is on the display, after the touch matrix.
    public var position: Point
    /// What the device takes for a palm, or for something else that is no finger.
    public var isPalm: Bool

    public init(id: Int, position: Point, isPalm: Bool = false) {
        self.id = id
        self.position = position
        self.isPalm = isPalm
    }
}
