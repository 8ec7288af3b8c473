/// A width and a height in the unit of the context.
public struct Size: Equatable, Hashable, Sendable {
    public var width: Double
    public var height: Double

    public static let zero = Size(width: 0, height: 0)

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether the area is zero.
    public var isEmpty: Bool { !(width > 0 && height > 0) }
}
