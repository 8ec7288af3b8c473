public import WheelCore

/// A filled shape, in units that its transform maps to pixels.
public enum Shape: Equatable, Sendable {
    /// A line of this width with round ends. If both end points are equal, the capsule is a disc.
    case capsule(from: Point, to: Point, width: Double)

    /// The area between two circles about `center`, between two angles. 0° points right, and angles grow clockwise on a
    /// display. With a full turn or more the sector is a ring. With an inner radius of 0 it is a pie.
    case ringSector(center: Point, inner: Double, outer: Double, from: Angle, to: Angle)

    case disc(center: Point, radius: Double)

    /// A radius of 0 gives sharp corners. A radius is limited to half of the shorter side.
    case roundedRectangle(Rect, radius: Double)
}
