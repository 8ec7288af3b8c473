/// How a motion spreads over its time.
public enum AnimationCurve: Equatable, Sendable {
    case linear
    case easeIn
    case easeOut
    case easeInOut
    /// A cubic Bézier from (0, 0) to (1, 1) with these control points; `x1` and `x2` lie in 0…1.
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
}
