/// Exact arithmetic for tests: nothing is rounded, and no code of the program is used.
struct Rational: Comparable, CustomStringConvertible {
    private(set) var top: Int128
    private(set) var bottom: Int128

    init(_ top: Int128, over bottom: Int128 = 1) {
        var (left, right) = (top.magnitude, bottom.magnitude)
        while right != 0 { (left, right) = (right, left % right) }
        let divisor = Int128(max(left, 1)) * (bottom < 0 ? -1 : 1)
        (self.top, self.bottom) = (top / divisor, bottom / divisor)
    }

    init(_ whole: Int) { self.init(Int128(whole)) }

    /// The decimal that Swift prints for a Double.
    init(_ value: Double) {
        var (digits, places, seesPoint) = (Int128(0), 0, false)
        let parts = "\(value.magnitude)".split(separator: "e")
        for character in parts[0] {
            guard let digit = character.wholeNumberValue else {
                seesPoint = true
                continue
            }
            digits = digits * 10 + Int128(digit)
            if seesPoint { places += 1 }
        }
        places -= parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        var power: Int128 = 1
        for _ in 0..<abs(places) { power *= 10 }
        let sign: Int128 = value < 0 ? -1 : 1
        self = places < 0 ? Rational(sign * digits * power) : Rational(sign * digits, over: power)
    }

    /// The nearest Double, from the digits of a long division.
    var double: Double {
        var text = top < 0 ? "-" : ""
        var (whole, rest) = top.magnitude.quotientAndRemainder(dividingBy: bottom.magnitude)
        text += "\(whole)."
        for _ in 0..<40 where rest != 0 {
            (whole, rest) = (rest * 10).quotientAndRemainder(dividingBy: bottom.magnitude)
            text += "\(whole)"
        }
        // A digit 1 stands for a remainder above 0, however small.
        return Double(text + (rest == 0 ? "0" : "1")) ?? .nan
    }

    /// The largest whole number that is not larger than this number.
    var floor: Int128 { top >= 0 ? top / bottom : -((-top + bottom - 1) / bottom) }

    var magnitude: Rational { Rational(top < 0 ? -top : top, over: bottom) }

    /// The nearest whole number; halves are rounded away from 0.
    var rounded: Int128 {
        let nearest = (magnitude + Rational(1, over: 2)).floor
        return top < 0 ? -nearest : nearest
    }

    var description: String { "\(double)" }

    static func + (left: Rational, right: Rational) -> Rational {
        Rational(left.top * right.bottom + right.top * left.bottom, over: left.bottom * right.bottom)
    }

    static func - (left: Rational, right: Rational) -> Rational { left + Rational(-right.top, over: right.bottom) }

    static func * (left: Rational, right: Rational) -> Rational {
        Rational(left.top * right.top, over: left.bottom * right.bottom)
    }

    static func / (left: Rational, right: Rational) -> Rational {
        Rational(left.top * right.bottom, over: left.bottom * right.top)
    }

    static func < (left: Rational, right: Rational) -> Bool { left.top * right.bottom < right.top * left.bottom }
}
