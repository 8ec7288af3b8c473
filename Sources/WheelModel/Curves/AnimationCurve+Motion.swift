import WheelSettings

extension AnimationCurve {
    /// The progress of the motion at a fraction of its time: exactly 0 at or before the start, exactly 1 at or after
    /// the end. Between them a Bézier curve may overshoot.
    public func value(at fraction: Double) -> Double {
        guard fraction > 0 else { return 0 }  // also for NaN
        guard fraction < 1 else { return 1 }
        switch self {
        case .linear: return fraction
        case .easeIn: return CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1).y(atX: fraction)
        case .easeOut: return CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1).y(atX: fraction)
        case .easeInOut: return CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1).y(atX: fraction)
        case .bezier(let x1, let y1, let x2, let y2):
            return CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2).y(atX: fraction)
        }
    }
}
