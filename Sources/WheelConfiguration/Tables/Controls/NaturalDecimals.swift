import WheelCore
import WheelModel

extension NumberSettings {
    /// The number of digits after the decimal point at which every step is visible, or, without a step, every detent at
    /// the finest speed. The number is at most 9.
    ///
    /// A step of 0.25 needs two digits. Without a step, in the range 0…90, the scale 0.05 moves the value by 0.05 · 90,
    /// which is 4.5, per revolution. A revolution has 24 detents, so each detent moves it by 4.5 / 24 = 0.1875. The
    /// first digit after the point is not 0, so one digit is enough.
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

    /// How far a detent moves the value at the lower end of the range. A detent is the fraction `part` of the turns
    /// that cover the whole range.
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

    /// The number of digits after the point that represent the number exactly.
    static func exact(_ number: Double) -> Int {
        powers.firstIndex { (number * $0).rounded() / $0 == number } ?? most
    }

    /// The number of digits after the point up to the first digit that is not 0.
    static func leading(_ number: Double) -> Int {
        powers.firstIndex { number * $0 >= 1 - 1e-9 } ?? most
    }

    /// The natural logarithm of a number above 1, with an error below 0.1. That is precise enough to count digits.
    static func roughLogarithm(_ number: Double) -> Double {
        0.693 * (Double(number.exponent) + number.significand - 1)
    }
}
