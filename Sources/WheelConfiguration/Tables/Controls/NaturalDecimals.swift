import WheelModel
import WheelSettings

extension NumberSettings {
    /// Digits behind the point that show a step, or else a detent at the finest speed; at most 9.
    var naturalDecimals: Int {
        if let step { return DecimalDigits.exact(step) }
        let detents = speeds.map { speed in
            switch speed.amount {
            case .perDetent(let value): DecimalDigits.exact(value)
            case .perTurn(let value): DecimalDigits.leading(value / 24)
            case .scale(let scale): DecimalDigits.leading(scale / (rangeTurns * 24) * width)
            }
        }
        return detents.max() ?? 0
    }

    /// The range's width where a turn is a part of it; at the lower end where turns give ratios.
    private var width: Double {
        switch taper {
        case .linear: range.span
        case .log: range.lower * DecimalDigits.roughLogarithm(range.upper / range.lower)
        }
    }
}

/// How many digits behind the point a number needs.
enum DecimalDigits {
    private static let most = NumberSettings.mostNaturalDecimals
    private static let powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Those that write it whole.
    static func exact(_ number: Double) -> Int {
        powers.firstIndex { (number * $0).rounded() / $0 == number } ?? most
    }

    /// Those up to its first that is not 0.
    static func leading(_ number: Double) -> Int {
        powers.firstIndex { number * $0 >= 1 - 1e-9 } ?? most
    }

    /// The natural logarithm of a number above 1, to a tenth: digits need no better.
    static func roughLogarithm(_ number: Double) -> Double {
        0.693 * (Double(number.exponent) + number.significand - 1)
    }
}
