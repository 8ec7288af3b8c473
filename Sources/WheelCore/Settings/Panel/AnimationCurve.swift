/// The easing curve of a motion: its progress over its time.
public enum AnimationCurve: Equatable, Sendable {
    case linear
    case easeIn
    case easeOut
    case easeInOut
    /// A cubic Bézier curve from (0, 0) to (1, 1) with these control points. `x1` and `x2` lie in 0…1.
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
}

extension AnimationCurve {
    public static let named: [AnimationCurve] = [.linear, .easeIn, .easeOut, .easeInOut]

    public init?(name: String) {
        guard let curve = Self.named.first(where: { $0.name == name }) else { return nil }
        self = curve
    }

    /// The numbers are x1, y1, x2 and y2. Returns `nil` unless there are four numbers within their limits.
    public init?(numbers: [Double]) {
        guard numbers.count == 4 else { return nil }
        let curve = Self.bezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
        guard curve.isWithinLimits else { return nil }
        self = curve
    }

    /// The limits of y1 and y2, wider than any useful overshoot.
    public static let heights = -1000.0...1000.0

    public var isWithinLimits: Bool {
        guard case .bezier(let x1, let y1, let x2, let y2) = self else { return true }
        return 0...1 ~= x1 && 0...1 ~= x2
            && AnimationCurve.heights.contains(y1) && AnimationCurve.heights.contains(y2)
    }

    /// The name in the configuration and on the socket, or `nil` for a curve of four numbers.
    public var name: String? {
        switch self {
        case .linear: "linear"
        case .easeIn: "ease-in"
        case .easeOut: "ease-out"
        case .easeInOut: "ease-in-out"
        case .bezier: nil
        }
    }
}
