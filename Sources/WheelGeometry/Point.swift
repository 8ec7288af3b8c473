/// A place in a plane, x to the right and y down, in the unit of its context.
public struct Point: Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double

    public static let zero = Point(x: 0, y: 0)

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
