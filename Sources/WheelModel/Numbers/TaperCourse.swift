import Glibc
import WheelSettings

/// How far a detent moves the value of a control that is not linear.
enum TaperCourse: Equatable, Sendable {
    /// By a ratio. `logarithm` is the logarithm of it.
    case ratio(logarithm: Double)
    /// The root of the value moves by `root`.
    case root(Double)

    /// The value from which on a detent moves at least `step`.
    func knee(of step: Double) -> Double {
        switch self {
        case .ratio(let logarithm): step / logarithm
        // Where already the first detent from 0 is a step, all are.
        case .root(let root): root * root >= step ? 0 : (step / (2 * root)) * (step / (2 * root))
        }
    }

    /// The detents from `knee` up to `value`.
    func detents(from knee: Double, to value: Double) -> Double {
        switch self {
        case .ratio(let logarithm): log(value / knee) / logarithm
        case .root(let root): (value.squareRoot() - knee.squareRoot()) / root
        }
    }

    /// How far `detents` move `value`. The moved value may be below 0, so that the caller sees a turn beyond the lower
    /// end.
    func change(of value: Double, by detents: Double) -> Double {
        switch self {
        case .ratio(let logarithm): return value * expm1(detents * logarithm)
        case .root(let root):
            let start = value.squareRoot()
            let way = detents * root
            let end = start + way
            return end < 0 ? -end * end - value : way * (2 * start + way)
        }
    }
}

extension NumberLaw {
    /// The course of a detent of an encoder with `detents` per revolution.
    func course(of speed: Int, detents: Int) -> TaperCourse {
        let amount = perDetent(of: speed, detents: detents)
        return taper == .square ? .root(amount * range.upper.squareRoot()) : .ratio(logarithm: amount * logarithmicSpan)
    }

    /// The detents to a doubling of the value, if the speed counts in octaves.
    func octave(of speed: Int) -> Int? {
        if case .perOctave(let detents) = speeds[speed].amount { detents } else { nil }
    }
}
