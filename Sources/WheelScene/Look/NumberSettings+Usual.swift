import WheelModel
import WheelSettings

extension NumberSettings {
    /// Digits as wide as those of usual values: at a quarter, the half and three quarters of the range. A field for them is
    /// what stands in the middle of a cell. The ends of the range may be wider: they are shown least.
    ///
    /// They have no sign, which stands beside the digits, unless most values have one.
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
