import Glibc
import WheelCore

/// How far a detent moves a value whose taper is not linear.
enum TaperCourse: Equatable, Sendable {
    /// By a ratio, given by its logarithm.
    case ratio(logarithm: Double)
    /// By a part of an octave: this many detents double the value.
    case octave(detents: Int)
    /// By so much of the value's root.
    case root(Double)

    /// The value from which on a detent moves at least `step`.
    func knee(of step: Double, up: Bool) -> Double {
        switch self {
        case .ratio(let logarithm): step / logarithm
        // Exactly there a detent is a step, so that an octave from a step to the next is one.
        case .octave(let detents): step / (up ? exp2(1 / Double(detents)) - 1 : 1 - exp2(-1 / Double(detents)))
        // If the first detent from 0 is a step already, all are.
        case .root(let root): root * root >= step ? 0 : (step / (2 * root)) * (step / (2 * root))
        }
    }

    /// The detents from `knee` up to `value`.
    func detents(from knee: Double, to value: Double) -> Double {
        switch self {
        case .ratio(let logarithm): log(value / knee) / logarithm
        case .octave(let detents): log2(value / knee) * Double(detents)
        case .root(let root): (value.squareRoot() - knee.squareRoot()) / root
        }
    }

    /// How far `detents` move `value`. The moved value may be below 0, so that the caller notices a turn beyond the lower end.
    func change(of value: Double, by detents: Double) -> Double {
        switch self {
        case .ratio(let logarithm): return value * expm1(detents * logarithm)
        case .octave(let number):
            let octaves = detents / Double(number)
            // Whole octaves are exact.
            if octaves == octaves.rounded() { return scalbn(value, Int32(min(max(octaves, -4096), 4096))) - value }
            return value * expm1(octaves * log(2))
        case .root(let root):
            let start = value.squareRoot()
            let way = detents * root
            let end = start + way
            return end < 0 ? -end * end - value : way * (2 * start + way)
        }
    }
}

extension ValueScale {
    func course(of speed: Int, detents: Int) -> TaperCourse {
        if case .perOctave(let detents) = speeds[speed].amount { return .octave(detents: detents) }
        let amount = perDetent(of: speed, detents: detents)
        return taper == .square ? .root(amount * range.upper.squareRoot()) : .ratio(logarithm: amount * logarithmicSpan)
    }

    /// The detents to a doubling of the value, if the speed counts in octaves.
    func octave(of speed: Int) -> Int? {
        if case .perOctave(let detents) = speeds[speed].amount { detents } else { nil }
    }
}
