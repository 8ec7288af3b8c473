import WheelCore
import WheelModel

extension NumberSettings {
    /// The unit after the digits; empty if the control has no unit.
    var shownUnit: String { shown?.unit ?? unit ?? "" }

    /// The digits, with a plus sign if the control shows plus signs.
    func signedDigits(of value: Double) -> String { (showsSign && value > 0 ? "+" : "") + digits(of: value) }

    /// The shortest text that has the full precision of a number. This text replaces a text with too many digits to
    /// read.
    func shortest(of value: Double) -> String { "\(value * (shown?.factor ?? 1))".withMinus }

    /// Texts that are as wide as typical values: the values at a quarter, a half and three quarters of the range, or
    /// without a finite range the default and a finite end. A value is aligned in a field of the width of these texts.
    /// Values near the ends of the range may be wider, but are seldom shown.
    ///
    /// The texts have a minus if most of these values are negative, or else a plus if the control shows plus signs.
    func usualDigits(isInteger: Bool) -> [String] {
        let ends = [initial, range.lower, range.upper].filter(\.isFinite)
        let inside = [0.25, 0.5, 0.75].compactMap { value(atPosition: $0) }
        let values = inside.isEmpty ? ends : inside
        let isNegative = values.count { $0 < 0 } * 2 > values.count
        let sign = isNegative ? "−" : showsSign ? "+" : ""
        return values.map { value in
            let digits = digits(of: isInteger ? value.rounded() : value)
            let bare = digits.first == "-" ? String(digits.dropFirst()) : digits
            return sign + bare.map { $0.isNumber ? "8" : String($0) }.joined()
        }
    }

    /// The text of a number with as many decimals as fit, or with an exponent if even its integer part does not fit.
    /// The digits are never cut, since a part of a number would be a wrong number.
    func rounded(_ value: Double, _ fits: (String) -> Bool) -> String {
        var fewer = self
        while true {
            let text = fewer.signedDigits(of: value).withMinus
            guard !fits(text) else { return text }
            let decimals = fewer.shown?.decimals ?? fewer.decimals
            guard decimals > 0 else { break }
            if fewer.shown == nil { fewer.decimals = decimals - 1 } else { fewer.shown?.decimals = decimals - 1 }
        }
        let shown = value * (self.shown?.factor ?? 1)
        var (rest, exponent) = (abs(shown), 0)
        while rest >= 10, rest.isFinite {
            rest /= 10
            exponent += 1
        }
        let tenths = Int(rest.isFinite ? rest * 10 : 0)
        return "\(shown < 0 ? "−" : "")\(tenths / 10).\(tenths % 10)e\(exponent)"
    }
}

extension ControlSettings {
    /// Texts that are about as wide as the widest values that the control is likely to have.
    var valueSamples: [String] {
        guard let number else {
            guard let positions else { return [] }
            if kind == .choice { return positions.positions.map(\.label) }
            return ["\(positions.positions.count) of \(positions.positions.count)"]
        }
        let (lower, upper) = (number.range.lower, number.range.upper)
        var values = [number.initial]
        if lower.isFinite { values.append(lower) }
        if upper.isFinite { values.append(upper) }
        if number.range.isFinite {
            values.append(lower + number.range.span * 0.012345678987)
            values.append(lower + number.range.span * 0.987654321234)
        }
        if kind == .int { values = values.map { $0.rounded() } }
        return values.map { String(number.signedDigits(of: $0).withMinus.map { $0.isNumber ? "8" : $0 }) }
    }
}

extension String {
    /// The text with a minus sign "−" in place of a leading hyphen. The minus sign is as wide as "+".
    var withMinus: String { first == "-" ? "−" + dropFirst() : self }
}
