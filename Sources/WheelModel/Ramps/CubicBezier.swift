import WheelCore

extension AnimationCurve {
    /// The progress of a motion at a fraction of its time: exactly 0 up to the start, and exactly 1 from the end on. In
    /// between, a Bézier curve may overshoot.
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

/// A curve from (0, 0) to (1, 1). Each coordinate is a cubic polynomial of the parameter t in 0…1.
struct CubicBezier {
    private let x: Cubic
    private let y: Cubic

    /// If `x1` and `x2` are in 0…1, x never decreases, so that each x has exactly one y.
    init(x1: Double, y1: Double, x2: Double, y2: Double) {
        x = Cubic(first: x1, second: x2)
        y = Cubic(first: y1, second: y2)
    }

    func y(atX target: Double) -> Double { y.value(at: parameter(atX: target)) }

    /// Finds t for a given x by Newton's method, and by bisection where a step of this method would leave the known
    /// bounds of t. Where the slope of x is zero, as at t = 0 if `x1` is 0, Newton's steps would leave them far
    /// behind.
    private func parameter(atX target: Double) -> Double {
        var (low, high, t) = (0.0, 1.0, target)
        // Ten steps are typical. The largest observed number is 84, for curves on which the slope of x almost vanishes.
        for _ in 0..<100 {
            let error = x.value(at: t) - target
            if error == 0 { return t }
            if error < 0 { low = t } else { high = t }
            let newton = t - error / x.slope(at: t)
            let next = newton > low && newton < high ? newton : low + (high - low) / 2
            if abs(next - t) <= .ulpOfOne * t { return next }
            t = next
        }
        return t
    }
}

/// 3·first·(1−t)²·t + 3·second·(1−t)·t² + t³: one coordinate of the curve.
private struct Cubic {
    private let cubed: Double
    private let squared: Double
    private let linear: Double

    init(first: Double, second: Double) {
        linear = 3 * first
        squared = 3 * (second - first) - linear
        cubed = 1 - linear - squared
    }

    func value(at t: Double) -> Double { ((cubed * t + squared) * t + linear) * t }

    func slope(at t: Double) -> Double { (3 * cubed * t + 2 * squared) * t + linear }
}
