// Angles are not limited to one turn: an arm at 350° that moves by 20° is at 370°, and points to 10°.
//
// A direction that is measured repeatedly, such as the direction of a finger on a dial, jumps where the circle ends:
// from 178° to −175°. `unwrapped` returns 185° instead, which is at most half a turn from the previous angle.
//
// Degrees are stored, so that a value in degrees reads back exactly. The sine and the cosine subtract whole quarter
// turns before they convert to radians; otherwise the cosine of 90° would be 6e-17. On a display, where y grows
// downwards, positive angles are clockwise.

import Glibc

public struct Angle: Equatable, Hashable, Sendable {
    public var degrees: Double

    public static let zero = Angle(degrees: 0)
    public static let turn = Angle(degrees: 360)

    public init(degrees: Double) {
        self.degrees = degrees
    }

    public init(radians: Double) {
        degrees = radians * 180 / .pi
    }

    public init(turns: Double) {
        degrees = turns * 360
    }

    public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }

    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    public static func turns(_ turns: Double) -> Angle { Angle(turns: turns) }

    public var radians: Double {
        get { degrees * .pi / 180 }
        set { self = Angle(radians: newValue) }
    }

    public var turns: Double {
        get { degrees / 360 }
        set { self = Angle(turns: newValue) }
    }

    public var magnitude: Angle { Angle(degrees: degrees.magnitude) }

    /// Linear interpolation: exactly this angle at fraction 0, exactly `end` at 1. Fractions outside 0…1 extrapolate.
    public func interpolated(to end: Angle, fraction: Double) -> Angle {
        let way = end.degrees - degrees
        // The result is computed from the nearer end, so that both ends are exact.
        return Angle(degrees: fraction < 0.5 ? degrees + way * fraction : end.degrees - way * (1 - fraction))
    }
}

extension Angle: Comparable {
    public static func < (left: Angle, right: Angle) -> Bool { left.degrees < right.degrees }
}

extension Angle: AdditiveArithmetic {
    public static func + (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees + right.degrees) }

    public static func - (left: Angle, right: Angle) -> Angle { Angle(degrees: left.degrees - right.degrees) }

    public static prefix func - (angle: Angle) -> Angle { Angle(degrees: -angle.degrees) }

    public static func * (angle: Angle, factor: Double) -> Angle { Angle(degrees: angle.degrees * factor) }

    public static func * (factor: Double, angle: Angle) -> Angle { angle * factor }

    public static func / (angle: Angle, divisor: Double) -> Angle { Angle(degrees: angle.degrees / divisor) }

    public static func / (angle: Angle, divisor: Angle) -> Double { angle.degrees / divisor.degrees }

    public static func *= (angle: inout Angle, factor: Double) { angle = angle * factor }

    public static func /= (angle: inout Angle, divisor: Double) { angle = angle / divisor }
}

extension Angle {
    /// The angle with this direction in 0° ..< 360°.
    public var normalized: Angle {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        // A tiny negative rest plus 360 rounds to 360. Adding zero turns -0 into 0.
        return Angle(degrees: positive < 360 ? positive + 0 : positive - 360)
    }

    /// The angle with this direction above -180° and up to 180°: a half turn is positive.
    public var normalizedAroundZero: Angle {
        let rest = degrees.remainder(dividingBy: 360)
        return Angle(degrees: rest == -180 ? 180 : rest + 0)
    }

    /// The angle with this direction that is at most half a turn from `reference`.
    public func unwrapped(near reference: Angle) -> Angle {
        reference + (self - reference).normalizedAroundZero
    }
}

extension Angle {
    public var sine: Double {
        let (quarter, rest) = quarterAndRest
        return switch quarter {
        case 1: cos(rest)
        case -1: -cos(rest)
        case 2, -2: -sin(rest) + 0
        default: sin(rest)  // zero, and NaN
        }
    }

    public var cosine: Double {
        let (quarter, rest) = quarterAndRest
        return switch quarter {
        case 1: -sin(rest) + 0
        case -1: sin(rest)
        case 2, -2: -cos(rest)
        default: cos(rest)
        }
    }

    /// The tangent, which is infinite at odd quarter turns.
    public var tangent: Double { sine / cosine }

    /// The nearest whole number of quarter turns, −2 … 2, and the rest in radians.
    private var quarterAndRest: (quarter: Double, rest: Double) {
        let inTurn = degrees.magnitude <= 180 ? degrees : degrees.remainder(dividingBy: 360)
        let quarter = (inTurn / 90).rounded()
        return (quarter, Angle(degrees: inTurn - quarter * 90).radians)
    }
}

extension Angle: CustomStringConvertible {
    public var description: String { "\(degrees)°" }
}
