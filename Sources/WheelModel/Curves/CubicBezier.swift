/// A curve from (0, 0) to (1, 1), each coordinate a cubic polynomial of the parameter t in 0…1.
struct CubicBezier {
    private let x: Cubic
    private let y: Cubic

    /// With `x1` and `x2` in 0…1 the curve never goes back in x, and has one y for each x.
    init(x1: Double, y1: Double, x2: Double, y2: Double) {
        x = Cubic(first: x1, second: x2)
        y = Cubic(first: y1, second: y2)
    }

    func y(atX target: Double) -> Double { y.value(at: parameter(atX: target)) }

    /// Newton's steps where they stay between the bounds that are known, halving where they do not: with a control
    /// point in a corner x stands still somewhere, and Newton's steps would go anywhere.
    private func parameter(atX target: Double) -> Double {
        var (low, high, t) = (0.0, 1.0, target)
        // Ten steps are the rule; where x all but stands still up to 84 were seen.
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

/// 3·first·(1−t)²·t + 3·second·(1−t)·t² + t³, a coordinate of the curve.
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
