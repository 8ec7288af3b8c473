public import WheelGeometry

/// A filled shape, in the unit that its transform maps to pixels.
public enum Shape: Equatable, Sendable {
    /// A line of this width with round ends. Where both ends are one point it is a disc.
    case capsule(from: Point, to: Point, width: Double)

    /// What lies between two circles about `center`, from the angle `from` on to `to`; 0° points right, and angles
    /// grow clockwise on a display. A whole turn or more is a ring, and with an inner radius of 0 it is a pie.
    case ringSector(center: Point, inner: Double, outer: Double, from: Angle, to: Angle)

    case disc(center: Point, radius: Double)

    /// With a radius of 0 it has sharp corners; more than half the shorter side counts as half of it.
    case roundedRectangle(Rect, radius: Double)
}
