import WheelCore
import WheelModel

extension NumberSettings {
    /// Texts that are as wide as usual values: those at a quarter, the half and three quarters of the range. A field for these
    /// texts stands in the middle of a cell. Values near the ends of the range may be wider, but are seldom shown.
    ///
    /// The texts have a minus if most of the values are negative. They have a plus if the control shows it.
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
}
