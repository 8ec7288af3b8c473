import Glibc
import WheelCore

/// How far a detent moves a value whose taper is not linear.
enum TaperCourse: Equatable, Sendable {
    /// Each detent multiplies the value by a ratio, which is given by its logarithm.
    case ratio(logarithm: Double)
    /// Each detent moves by a part of an octave: this number of detents doubles the value.
    case octave(detents: Int)
    /// Each detent adds this number to the square root of the value.
    case root(Double)

    /// The value above which a detent moves at least `step`.
    func knee(of step: Double, up: Bool) -> Double {
        switch self {
        case .ratio(let logarithm): step / logarithm
        // At this value a detent is exactly one step, so that with one detent per octave the value `step` is followed
        // by 2 · `step`.
        case .octave(let detents): step / (up ? exp2(1 / Double(detents)) - 1 : 1 - exp2(-1 / Double(detents)))
        // If the first detent from 0 already moves at least a step, all detents do.
        case .root(let root): root * root >= step ? 0 : (step / (2 * root)) * (step / (2 * root))
        }
    }

    /// The number of detents from `knee` up to `value`.
    func detents(from knee: Double, to value: Double) -> Double {
        switch self {
        case .ratio(let logarithm): log(value / knee) / logarithm
        case .octave(let detents): log2(value / knee) * Double(detents)
        case .root(let root): (value.squareRoot() - knee.squareRoot()) / root
        }
    }

    /// How far `detents` move `value`. The changed value may be below 0, so that the caller detects a turn beyond the
    /// lower end.
    func change(of value: Double, by detents: Double) -> Double {
        switch self {
        case .ratio(let logarithm): return value * expm1(detents * logarithm)
        case .octave(let number):
            let octaves = detents / Double(number)
            // Whole octaves are computed exactly, as a multiplication by a power of two.
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

    /// The number of detents that double the value; `nil` unless the speed is given in octaves.
    func octave(of speed: Int) -> Int? {
        if case .perOctave(let detents) = speeds[speed].amount { detents } else { nil }
    }
}
