internal import CNumber

/// Numbers in JSON, without an allocation.
extension LineBuffer {
    /// Appends the shortest decimal that reads back as the same Double; `null` for infinities and NaN.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        let most = Int(CNUMBER_LENGTH_MAX)
        append(atMost: most) { text in
            text.withMemoryRebound(to: CChar.self, capacity: most) { cnumber_write(value, $0, most) }
        }
    }

    mutating func integer(_ value: Int) { integer(Int64(value)) }

    mutating func integer(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        digits(value.magnitude, atLeast: 1)
    }

    /// Appends seconds with six decimals. They are exact, however large they are.
    mutating func seconds(microseconds: Int64) {
        if microseconds < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        digits(whole, atLeast: 1)
        append(UInt8(ascii: "."))
        digits(fraction, atLeast: 6)
    }

    private mutating func digits(_ value: UInt64, atLeast least: Int) {
        var places = 1
        var rest = value / 10
        while rest != 0 || places < least {
            places += 1
            rest /= 10
        }
        append(atMost: places) { text in
            var rest = value
            var place = places
            while place > 0 {
                place -= 1
                text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return places
        }
    }
}
