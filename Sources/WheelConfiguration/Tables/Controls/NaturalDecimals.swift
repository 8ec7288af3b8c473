import WheelCore
import WheelModel

extension NumberSettings {
    /// The digits after the decimal point that show each step, or without a step each detent at the finest speed; at most 9.
    ///
    /// A step of 0.25 needs two. A range of 90 without a step moves by 0.1875 with each of 24 detents at the speed with scale 0.05.
    /// Its first digit that is not 0 is the first one, so one is enough.
    var naturalDecimals: Int {
        if let step { return DecimalDigits.exact(step) }
        let detents = speeds.map { speed in
            switch speed.amount {
            case .perDetent(let value): DecimalDigits.exact(value)
            case .perTurn(let value): DecimalDigits.leading(value / 24)
            case .scale(let scale): DecimalDigits.leading(firstDetent(part: scale / (rangeTurns * 24)))
            case .perOctave(let detents): DecimalDigits.leading(range.lower * 0.693 / Double(detents))
            }
        }
        return detents.max() ?? 0
    }

    /// The change of the value by a detent of this part of the range, at the range's lower end.
    private func firstDetent(part: Double) -> Double {
        switch taper {
        case .linear: range.span * part
        case .log: range.lower * DecimalDigits.roughLogarithm(range.upper / range.lower) * part
        case .square: range.upper * part * part
        }
    }
}

enum DecimalDigits {
    private static let most = NumberSettings.mostNaturalDecimals
    private static let powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// The digits that write the number exactly.
    static func exact(_ number: Double) -> Int {
        powers.firstIndex { (number * $0).rounded() / $0 == number } ?? most
    }

    /// The digits up to the first one that is not 0.
    static func leading(_ number: Double) -> Int {
        powers.firstIndex { number * $0 >= 1 - 1e-9 } ?? most
    }

    /// The natural logarithm of a number above 1, with an error below 0.1. That is enough for a number of digits.
    static func roughLogarithm(_ number: Double) -> Double {
        0.693 * (Double(number.exponent) + number.significand - 1)
    }
}
