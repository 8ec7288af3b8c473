/// Formats decimal numbers for people, rounded half away from zero.
enum DecimalText {
    /// `value` with exactly `decimals` digits after the decimal point. `group` separates groups of three digits.
    static func text(_ value: Double, decimals: Int, group: String) -> String {
        guard value.isFinite else { return value.isNaN ? "–" : value < 0 ? "-∞" : "∞" }
        var (digits, point) = shortestDigits(of: value.magnitude)
        round(&digits, &point, to: point + decimals)
        let whole = point > 0 ? digits.prefix(point) + zeros(point - digits.count) : [0]
        var fraction = zeros(min(-point, decimals)) + digits.dropFirst(max(0, point))
        fraction += zeros(decimals - fraction.count)
        let isZero = (whole + fraction).allSatisfy { $0 == 0 }
        let sign = value < 0 && !isZero ? "-" : ""
        let left = grouped(whole.reversed(), by: group, reversed: true)
        return sign + left + (fraction.isEmpty ? "" : "." + grouped(fraction, by: group, reversed: false))
    }

    /// `value` with up to three digits and an exponent, such as `3.2e-11`; `nil` unless the value is too small for
    /// `decimals` digits after the point.
    static func exponential(_ value: Double, below decimals: Int) -> String? {
        guard value.isFinite, value != 0 else { return nil }
        var (digits, point) = shortestDigits(of: value.magnitude)
        guard point < 1 - decimals else { return nil }
        round(&digits, &point, to: 3)
        while digits.last == 0 { digits.removeLast() }
        let rest = digits.dropFirst().map { String($0) }.joined()
        return "\(value < 0 ? "-" : "")\(digits[0])\(rest.isEmpty ? "" : "." + rest)e\(point - 1)"
    }

    /// The digits of a number without those that are only rounding errors of Doubles, and the place of the decimal
    /// point among them. The number 0 has no digits.
    static func significant(_ value: Double) -> (digits: [UInt8], point: Int) {
        guard value.isFinite else { return ([], 0) }
        var (digits, point) = shortestDigits(of: value.magnitude)
        round(&digits, &point, to: 15)
        while digits.last == 0 { digits.removeLast() }
        return (digits, point)
    }

    /// The shortest sequence of digits that reads back as `value`, and the place of the decimal point among them.
    private static func shortestDigits(of value: Double) -> (digits: [UInt8], point: Int) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        let text = Array("\(value)".utf8)
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "e") {
                exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
                break
            }
            if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte - UInt8(ascii: "0")) }
        }
        var place = (point ?? digits.count) + exponent
        while digits.first == 0 {
            digits.removeFirst()
            place -= 1
        }
        return (digits, digits.isEmpty ? 0 : place)
    }

    /// Keeps `count` digits, rounded half away from zero.
    private static func round(_ digits: inout [UInt8], _ point: inout Int, to count: Int) {
        guard count < digits.count else { return }
        let roundsUp = count >= 0 && digits[count] >= 5
        digits.removeLast(digits.count - max(0, count))
        if digits.isEmpty { point = max(point, min(0, -count + point)) }
        guard roundsUp else { return }
        var index = digits.count - 1
        while index >= 0, digits[index] == 9 {
            digits[index] = 0
            index -= 1
        }
        if index >= 0 {
            digits[index] += 1
        } else {
            digits.insert(1, at: 0)
            point += 1
        }
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: max(0, count)) }

    private static func grouped(_ digits: some Sequence<UInt8>, by group: String, reversed: Bool) -> String {
        var parts: [String] = []
        for (index, digit) in digits.enumerated() {
            if index > 0, index % 3 == 0, !group.isEmpty { parts.append(group) }
            parts.append(String(digit))
        }
        return (reversed ? parts.reversed() : parts).joined()
    }
}
